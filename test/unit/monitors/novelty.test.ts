import assert from 'node:assert/strict';
import { createPhraseClusters } from '../../../services/monitors/novelty/clusters.ts';
import { fingerprintOf } from '../../../services/monitors/novelty/fingerprint.ts';
import {
  novelShare,
  REPRINT_BELOW,
  textSentences,
  bodySentences,
  UPDATE_BELOW,
  wordPairsOf,
} from '../../../services/monitors/novelty/novel-share.ts';

const STORY = [
  'Storm petrels returned to the harbour wall on Tuesday night after an absence of eleven years.',
  'Wardens of the reserve counted forty burrows with birds in them before the rain set in.',
  'The last colony on this coast was lost when rats came ashore from a grounded trawler.',
  'Volunteers have laid bait on the rocks every spring since then, at their own expense.',
  'A spokesman of the trust said that nobody had expected them to come back so soon.',
];
const OTHER = [
  'The council voted on Friday to close the swimming pool in the old town for two winters.',
  'Repairs of the roof are thought to cost nine million, of which the state pays half.',
  'Swimming clubs protested outside the town hall with goggles, floats and a brass band.',
];
const story = STORY.join(' ');

const none = () => false;
const share = (text: string, isBoilerplate: (phrase: number) => boolean = none) =>
  novelShare(textSentences(text, isBoilerplate), [wordPairsOf(story)]);
const shareBand = (one: string, other: string, monitors: [string, string] = ['mon_1', 'mon_1']) => {
  const bands = new Set(fingerprintOf(monitors[0], one).bands);
  return fingerprintOf(monitors[1], other).bands?.some((band) => bands.has(band)) ?? false;
};

describe('new sentences in a text', () => {
  const reprints: Array<[string, string]> = [
    ['the text itself', story],
    ['its sentences in another order', STORY.toReversed().join(' ')],
    ['its beginning', STORY.slice(0, 3).join(' ')],
    ['other punctuation and capitals', story.toUpperCase().replaceAll('.', ' !')],
    [
      'a word changed in each sentence',
      story
        .replace('Tuesday', 'Monday')
        .replace('forty', 'fifty')
        .replace('rats', 'mice')
        .replace('spring', 'autumn')
        .replace('spokesman', 'friend'),
    ],
  ];
  for (const [what, text] of reprints) {
    it(`finds nothing in ${what}`, () => {
      assert.ok(shareBand(story, text));
      assert.ok(share(text) < REPRINT_BELOW, `${share(text)}`);
    });
  }

  it('finds an update in a text with another lead', () => {
    const text = [OTHER[0], ...STORY.slice(1)].join(' ');
    assert.ok(shareBand(story, text));
    assert.ok(share(text) >= REPRINT_BELOW && share(text) < UPDATE_BELOW, `${share(text)}`);
  });

  it('finds all of another text new', () => {
    assert.equal(shareBand(story, OTHER.join(' ')), false);
    assert.equal(share(OTHER.join(' ')), 1);
  });

  it('compares no text between monitors', () => {
    assert.equal(shareBand(story, story, ['mon_1', 'mon_2']), false);
  });

  it('compares a text of a few words only for equality', () => {
    const [one, other] = [fingerprintOf('mon_1', 'Log in to go on.'), fingerprintOf('mon_1', 'log in — to go on')];
    assert.deepEqual([one.bands, one.bodyHash], [null, other.bodyHash]);
  });

  it("separates sites' boilerplate from their texts", () => {
    const boilerplate = 'Hear it read by its author. 4 cups of tea long. Words are ours and nobody else has them.';
    const text = `${boilerplate.replace('4', '7')} ${story}`;
    assert.ok(share(text) > REPRINT_BELOW);
    const families = createPhraseClusters();
    for (const family of ['a', 'b', 'c'])
      families.add(fingerprintOf('mon_1', `${boilerplate} ${OTHER.join(' ')}`).phrases ?? [], family);
    assert.equal(share(text, families.isBoilerplate), 0);
  });

  it('does not treat a sentence as boilerplate because many sites print one story', () => {
    const families = createPhraseClusters();
    for (let copy = 0; copy < 20; copy += 1) families.add([7], 'one story');
    assert.equal(families.isBoilerplate(7), false);
  });

  it('compares with all originals together: a digest of delivered texts is not new', () => {
    const digest = [...STORY.slice(0, 2), ...OTHER.slice(0, 2)].join(' ');
    assert.equal(novelShare(textSentences(digest, none), [wordPairsOf(story), wordPairsOf(OTHER.join(' '))]), 0);
  });

  describe('below another headline', () => {
    const FIFTY = STORY.slice(0, 3).join(' ');
    const headline = 'Rare seabirds are back, and nobody knows why';
    const shareOf = (title: string, text: string, isBoilerplate: (phrase: number) => boolean = none) =>
      novelShare(bodySentences({ title, text }, isBoilerplate), [
        wordPairsOf(`# Petrels return to the harbour\n\n${FIFTY}`),
      ]);
    const printed: Array<[string, string, string]> = [
      ['as a Markdown heading', headline, `# ${headline}\n\n${FIFTY}`],
      ['as an underlined heading', headline, `${headline}\n---\n${FIFTY}`],
      ['as its first line', headline, `${headline}\n${FIFTY}`],
      ['as its first line, with a full stop', `${headline}.`, `${headline}.\n${FIFTY}`],
      [
        'as its first line, the title with the name of the site',
        `${headline} | The Coast Today`,
        `${headline}\n${FIFTY}`,
      ],
      ['as its first paragraph, without a title', '', `${headline}\n\n${FIFTY}`],
      [
        'with a kicker and a second heading',
        headline,
        `Wildlife\n\n# ${headline}\n\n## Wardens speak of a small miracle\n\n${FIFTY}`,
      ],
    ];
    for (const [how, title, text] of printed) {
      it(`finds nothing in the same fifty words, the headline ${how}`, () => {
        assert.ok(shareBand(`# Petrels return to the harbour\n\n${FIFTY}`, text));
        assert.equal(shareOf(title, text), 0);
      });
    }

    it('finds new sentences in the body, including a lead of one line', () => {
      for (const lead of [OTHER[0], `${headline} yet.`]) {
        const found = shareOf(headline, `# ${headline}\n\n${lead}\n\n${FIFTY}`);
        assert.ok(found >= REPRINT_BELOW && found < UPDATE_BELOW, `${found}`);
      }
    });

    it('compares headlines if a notice replaces the text, and lines that are the text', () => {
      const notice =
        'You have read all of your free articles for this month. Sign in to read on, or take out a subscription today.';
      const shareOfNotice = (text: string) =>
        novelShare(bodySentences({ title: '', text }, none), [
          wordPairsOf(`# Petrels return to the harbour\n\n${notice}`),
        ]);
      assert.ok(shareOfNotice(`# ${OTHER[0]}\n\n${notice}`) >= REPRINT_BELOW);
      const results = ['Terns 4 Gulls 2', 'Auks 1 Divers 1', 'Rails 3 Crakes 0'];
      assert.ok(shareOf('', `${results.join('\n\n')}\n\n${FIFTY}`) >= REPRINT_BELOW);
    });
  });
});
