import assert from 'node:assert/strict';
import {
  bodySentences,
  novelShare,
  REPRINT_BELOW,
  UPDATE_BELOW,
  wordPairsOf,
} from '../../../../services/monitors/novelty/novel-share.ts';

interface Texts {
  stories: string[];
  notices: string[];
  facts: string[];
}

const ENGLISH: Texts = {
  stories: [
    'A freighter loaded with timber ran onto the sandbank off the lighthouse early on Sunday, and its crew of nine was taken off by lifeboat. The harbour was closed to ferries for the rest of the day. Tugs from three ports tried to pull the ship free at high water, without success. The owner of the vessel has hired a salvage company, which wants to unload the timber onto barges before the next attempt. Environmental officers found no oil in the water so far.',
    'The city library will stop charging fines for overdue books from the first of next month. Councillors voted for the plan by nine to four after a debate of two hours. Librarians had argued that fines kept poorer families away from the shelves and brought in less money than it cost to collect them. Readers who owe money will have their debts cancelled. The opposition called the plan a gift to the careless.',
  ],
  notices: [
    'This article was first published on The Tideline on 4 March 2026.',
    'Hear an audio version of this story, read by its author.',
    'We have made this piece free for everyone; most of our reporting is paid for by people like you.',
    'Get the best of our work in your inbox every Sunday.',
    'If you value independent journalism, please consider making a contribution from as little as £2.',
    'Reprinted with permission. No part may be copied without consent of the publisher.',
    'Originally appeared in The Tideline. Republished here under a Creative Commons licence.',
    '© 2026 Tideline Publishing Ltd. Registered in England, number 04471822.',
    '(Reporting by Marian Holt in Hull and Jens Brandt in Esbjerg; editing by Ruth Amadi)',
    'Correction: an earlier version of this article misspelt a name.',
    'ESBJERG (NordWire) - Revised at 9:20 CET.',
    'Loading comments. Trending now. Most shared this week.',
    'Listen to this article.',
    'All rights reserved.',
    '(Reporting by A. Person; editing by B. Person)',
    'Sign up here for the daily newsletter.',
    'Follow us on social media.',
    'Read more on this topic.',
    'We use cookies to improve your visit.',
  ],
  facts: [
    'A second vessel has since run aground two miles to the north.',
    'Police said on Friday that a 43-year-old man had been charged.',
    'Rescuers called off the search shortly after midnight.',
    'The mayor resigned this morning.',
    'The toll has risen to 14.',
    'Ferries are running again since the weekend.',
    'Insurers put the damage at 3 million euros.',
    'Investigators now blame a faulty rudder.',
    'We expect the work to last until autumn, the operator said in a statement.',
    'Two neighbouring towns want to follow the example.',
    '"You cannot run a town like this," a speaker told the crowd.',
    'Critics went to court.',
    'He will sign up for the army next week.',
    'All rights of the tenants were taken away by the court.',
    'The minister read the letter aloud.',
    'More people follow us than ever, the mayor said.',
  ],
};

const GERMAN: Texts = {
  stories: [
    'Ein mit Holz beladener Frachter ist am frühen Sonntag vor dem Leuchtturm auf eine Sandbank gelaufen, die neunköpfige Besatzung wurde von einem Rettungsboot geborgen. Der Hafen blieb für den Rest des Tages für Fähren gesperrt. Schlepper aus drei Häfen versuchten bei Hochwasser vergeblich, das Schiff freizuziehen. Der Eigner hat eine Bergungsfirma beauftragt, die das Holz vor dem nächsten Versuch auf Leichter umladen will. Öl wurde bisher nicht im Wasser gefunden.',
    'Die Stadtbücherei verlangt vom nächsten Monat an keine Gebühren mehr für verspätete Bücher. Der Rat stimmte dem Plan nach zweistündiger Debatte mit neun zu vier Stimmen zu. Die Bibliothekare hatten erklärt, die Gebühren hielten ärmere Familien von den Regalen fern und brächten weniger ein, als ihre Erhebung koste. Wer noch Geld schuldet, dem werden die Schulden erlassen. Die Opposition nannte den Plan ein Geschenk an die Nachlässigen.',
  ],
  notices: [
    'Dieser Artikel ist zuerst am 4. März 2026 in der Küstenpost erschienen.',
    'Diesen Text gibt es auch zum Anhören.',
    'Guten Morgen! Schön, dass Sie da sind.',
    'Hat Ihnen der Beitrag gefallen? Dann unterstützen Sie unsere Arbeit mit einem Abo schon ab 3 Euro im Monat.',
    'Nachdruck nur mit Genehmigung des Verlags.',
    '© 2026 Küstenpost Verlag GmbH, Am Deich 7, 25761 Büsum',
    '(Text: Marlene Holt, Bilder: Jens Brandt)',
    'Folge uns auch auf Mastodon!',
  ],
  facts: [
    'Inzwischen wurde ein Verdächtiger in Kiel festgenommen.',
    'Die Polizei ermittelt gegen den Kapitän.',
    'Der Schaden wird auf 3 Millionen Euro geschätzt.',
    'Am Montag trat der Bürgermeister zurück.',
    'Zwei Nachbarstädte wollen dem Beispiel folgen.',
    'Die Fähren fahren seit dem Wochenende wieder.',
    'Gegner des Vorhabens zogen vor Gericht.',
    '„Wir haben Ihnen vertraut“, sagte ein Anwohner.',
    'Wir rechnen mit Arbeiten bis zum Herbst, teilte der Betreiber mit.',
  ],
};

const FRENCH: Texts = {
  stories: [
    "Un cargo chargé de bois s'est échoué dimanche matin sur le banc de sable au large du phare, et ses neuf marins ont été évacués par un canot de sauvetage. Le port est resté fermé aux ferries pour le reste de la journée. Des remorqueurs de trois ports ont tenté en vain de dégager le navire à marée haute. L'armateur a engagé une société de sauvetage qui veut décharger le bois avant la prochaine tentative.",
  ],
  notices: [
    'Abonnez-vous à notre lettre du matin pour ne rien manquer.',
    "Cet article a d'abord paru dans Le Courrier du Cap.",
    'Tous droits de reproduction réservés.',
  ],
  facts: [
    "Un second navire s'est échoué plus au nord.",
    'Le maire a démissionné ce matin.',
    'Deux enquêteurs ont interrogé le capitaine.',
  ],
};

const SPANISH: Texts = {
  stories: [
    'Un carguero cargado de madera encalló el domingo por la mañana en el banco de arena frente al faro, y sus nueve tripulantes fueron evacuados por un bote salvavidas. El puerto permaneció cerrado a los transbordadores durante el resto del día. Remolcadores de tres puertos intentaron sin éxito liberar el barco con la marea alta. El armador ha contratado a una empresa de salvamento que quiere descargar la madera antes del próximo intento.',
  ],
  notices: [
    'Suscríbete a nuestro boletín y recibe las noticias cada mañana.',
    'Este artículo se publicó primero en El Correo del Cabo.',
    'Reproducción prohibida sin permiso del autor.',
  ],
  facts: [
    'Un segundo barco encalló más al norte.',
    'El alcalde dimitió esta mañana.',
    'Dos inspectores interrogaron al capitán.',
  ],
};

const LANGUAGES = { English: ENGLISH, German: GERMAN, French: FRENCH, Spanish: SPANISH };

const shareOf = (text: string, original: string) =>
  novelShare(
    bodySentences({ title: '', text }, () => false),
    [wordPairsOf(original)],
  );

const withParagraphs = (story: string) => story.replaceAll('. ', '.\n\n');

/** A story with another text before and after it, in its paragraph and in one of its own. */
const around = (story: string, text: string) => [
  `${text} ${story}`,
  `${text}\n\n${withParagraphs(story)}`,
  `${story} ${text}`,
  `${withParagraphs(story)}\n\n${text}`,
];

for (const [language, { stories, notices, facts }] of Object.entries(LANGUAGES)) {
  describe(`sentences around a reprint in ${language}, never seen before`, () => {
    for (const notice of notices) {
      it(`are no news: ${notice}`, () => {
        for (const story of stories)
          for (const text of around(story, notice)) assert.ok(shareOf(text, story) < REPRINT_BELOW, text);
      });
    }

    for (const fact of facts) {
      it(`are an update: ${fact}`, () => {
        for (const story of stories) {
          for (const text of [...around(story, fact), story.replace('. ', `. ${fact} `)]) {
            const share = shareOf(text, story);
            assert.ok(share >= REPRINT_BELOW && share < UPDATE_BELOW, `${share} ${text}`);
          }
        }
      });
    }

    it('are an update between two notices', () => {
      for (const story of stories) {
        for (const fact of facts) {
          const text = `${notices[0]}\n\n${fact}\n\n${withParagraphs(story)}\n\n${notices[1]}`;
          assert.ok(shareOf(text, story) >= REPRINT_BELOW, text);
        }
      }
    });
  });
}

describe('sentences around a reprint', () => {
  const [story = ''] = ENGLISH.stories;

  it('may be a box of several sentences, some of them without a typical mark', () => {
    const box =
      'Did you spot a mistake? Write to the desk and we will put it right. The Tideline corrects errors in the open, and every correction stays visible for good. Comments stay open to members until the weekend. Please be kind: the moderators go through each of them by hand.';
    assert.equal(shareOf(`${withParagraphs(story)}\n\n${box}`, story), 0);
    assert.equal(shareOf(`${box}\n\n${withParagraphs(story)}`, story), 0);
  });

  it('include those beyond a notice, and not those between it and the text', () => {
    const [notice, other] = ['Sign up for our letter today.', 'It arrives before breakfast on most mornings.'];
    assert.equal(shareOf(`${story} ${notice} ${other}`, story), 0);
    assert.equal(shareOf(`${other} ${notice} ${story}`, story), 0);
    assert.ok(shareOf(`${story} ${other} ${notice}`, story) >= REPRINT_BELOW);
  });

  it('include headings and lines without a full stop, and no sentence or figure below them', () => {
    const text = (...lines: string[]) => [withParagraphs(story), ...lines].join('\n\n');
    assert.equal(
      shareOf(text('## Elsewhere', 'Why the swimming pool of Ribe stays empty', 'Back to the front page'), story),
      0,
    );
    assert.ok(shareOf(text('## Reactions', 'Critics went to court over it.'), story) >= REPRINT_BELOW);
    assert.ok(shareOf(text('## Elsewhere', 'Ribe: 14 dead in a fire at the pool'), story) >= REPRINT_BELOW);
  });

  it('are more than notices if they are longer than the reprint', () => {
    const letter = 'We write to you once a week about what we see from our window. ';
    assert.equal(shareOf(`${story}\n\n${letter}`, story), 0);
    assert.ok(shareOf(`${story}\n\n${letter.repeat(10)}`, story) >= REPRINT_BELOW);
  });

  it('are new in another text with the same beginning as a delivered one', () => {
    const opening =
      'These instructions are for the printers of the Larch series, which were sold in the north from spring to autumn, and assume that the lamp on the front of the machine is dark.';
    const first = `${opening} Loosen both screws at the back. Lift the lid off and put it aside. Pull the old battery out by its tab. Slide the new one in until it clicks. Close the lid and tighten the screws again.`;
    const second = `${opening} Wipe your brush with a dry cloth. Turn your drum around. Shake your new cartridge well.`;
    assert.ok(shareOf(second, first) >= REPRINT_BELOW);
    assert.equal(shareOf(second, opening), 0);
  });

  it('are new in a text that itself addresses its reader', () => {
    const guide =
      'You switch your device off and unplug our cable. You wait for a minute until the lamp goes dark and the fan stops. You loosen both screws at the back and lift the lid. You pull the old battery out by its tab.';
    assert.ok(shareOf(`${guide} You should hear a faint click.`, guide) >= REPRINT_BELOW);
  });

  it('are new below a list of names', () => {
    const names = ['Anna Holt of Hull', 'Jens Brandt of Ribe', 'Ruth Amadi of Leith', 'Ola Strand of Bergen'];
    const list = `The jury named the winners of the regional prize for stone walls, hedges, ponds and orchards on the last evening of the fair.\n\n${names.join('\n\n')}`;
    assert.ok(shareOf(`${list}\n\nKarin Dahl of Lerwick`, list) >= REPRINT_BELOW);
  });
});
