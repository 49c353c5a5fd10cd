import assert from 'node:assert/strict';
import { createPhraseClusters } from '../../../services/monitors/novelty/clusters.ts';
import { fingerprintOf } from '../../../services/monitors/novelty/fingerprint.ts';
import {
  novelShare,
  REPRINT_BELOW,
  textSentences,
  UPDATE_BELOW,
  wordPairsOf,
} from '../../../services/monitors/novelty/novel-share.ts';

const INTRO =
  'The bulletin lists every match of the evening in the national league as reported by the clubs themselves. Figures are checked by the league office before they are published here.';
const CLUBS = [
  'Arsenal',
  'Chelsea',
  'Everton',
  'Leeds',
  'Fulham',
  'Brentford',
  'Burnley',
  'Wolves',
  'Villa',
  'Palace',
  'Forest',
  'Spurs',
  'Liverpool',
  'Newcastle',
  'Brighton',
  'Sunderland',
];
const OTHERS = [
  'Celtic',
  'Rangers',
  'Hearts',
  'Hibs',
  'Dundee',
  'Motherwell',
  'Kilmarnock',
  'Livingston',
  'Falkirk',
  'Aberdeen',
  'Ross',
  'Mirren',
  'Partick',
  'Airdrie',
  'Ayr',
  'Raith',
];

const results = (clubs: string[]) =>
  clubs.flatMap((club, index) => (index % 2 === 0 ? [`- ${club} ${2 + (index % 4)} 1 ${clubs[index + 1]}`] : []));
const promoted = (clubs: string[]) => clubs.map((club) => `- ${club} promoted`);
const table = (clubs: string[]) => [
  '| Club | Place |',
  '| --- | --- |',
  ...clubs.map((club, index) => `| ${club} | ${index + 1} |`),
];
const page = (lines: string[]) => `${INTRO}\n\n${lines.join('\n')}`;

interface Week {
  date: string;
  claims: string;
  before: string;
  rate: string;
  city: string;
  lost: string;
}
const MARCH: Week = {
  date: '3 March',
  claims: '214,000',
  before: '209,000',
  rate: '4.1',
  city: 'Ohio',
  lost: '12,400',
};
const JUNE: Week = { date: '2 June', claims: '391,000', before: '366,000', rate: '6.8', city: 'Texas', lost: '55,900' };
const bulletin = ({ date, claims, before, rate, city, lost }: Week) =>
  `The weekly report of the labour office was published on ${date}. Initial claims for unemployment benefits stood at ${claims} in the week. ` +
  `That compares with ${before} in the week before. The unemployment rate was ${rate} percent at the end of the month. ` +
  `The largest change was reported from ${city}, where ${lost} workers lost their jobs. The office will publish its next figures on Thursday at eight.`;

const ARTICLE = [
  'The city council approved a plan to rebuild the old harbour on Tuesday after months of debate among residents and business owners.',
  'The project will cost 240 million euros and create about 3,500 jobs, according to the mayor, who called it the largest investment in a generation.',
  'Opponents said the plan ignores the needs of fishermen who have worked at the docks for decades and fear they will be pushed out.',
  'Work is expected to begin next spring and to be finished within 5 years, although environmental reviews have not been completed.',
  'The council also voted to set up a fund that helps small businesses near the site to survive the construction, and to hold public meetings every quarter.',
  'A spokesman for the port authority welcomed the decision and said that shipping companies had waited for certainty for too long.',
].join('\n\n');

const share = (text: string, original: string) =>
  novelShare(
    textSentences(text, () => false),
    [wordPairsOf(original)],
  );

describe('new facts in a page that follows another one of the same site', () => {
  const followers: Array<[string, string, string]> = [
    ['match results of other clubs', page(results(OTHERS)), page(results(CLUBS))],
    ['list items of two words', page(promoted(OTHERS)), page(promoted(CLUBS))],
    [
      'paragraphs of two words',
      page(promoted(OTHERS).map((line) => `${line.slice(2)}\n`)),
      page(promoted(CLUBS).map((line) => `${line.slice(2)}\n`)),
    ],
    ['a table of other names', page(table(OTHERS)), page(table(CLUBS))],
    [
      'other scores of the same clubs',
      page(results(CLUBS).map((line) => line.replace(/\d 1/, '0 7'))),
      page(results(CLUBS)),
    ],
    ['a bulletin of another week', bulletin(JUNE), bulletin(MARCH)],
  ];
  for (const [what, text, original] of followers) {
    it(`finds ${what}`, () => {
      assert.ok(share(text, original) >= REPRINT_BELOW, `${share(text, original)}`);
    });
  }

  it('are only the list items that were not there before', () => {
    const half = [...CLUBS.slice(0, 8), ...OTHERS.slice(0, 8)];
    const found = share(promoted(half).join('\n'), promoted(CLUBS).join('\n'));
    assert.ok(found >= 0.4 && found < UPDATE_BELOW, `${found}`);
  });

  it('include the figures of a fifth bulletin, whose sentences the four before it had too', () => {
    const weeks = [
      MARCH,
      JUNE,
      { ...MARCH, claims: '1', before: '2', rate: '3' },
      { ...MARCH, claims: '4', before: '5', rate: '6' },
    ].map((week) => `${INTRO} ${bulletin(week)}`);
    const families = createPhraseClusters();
    for (const [nth, text] of weeks.entries()) families.add(fingerprintOf('mon_1', text).phrases ?? [], String(nth));
    const fifth = `${INTRO} ${bulletin({ ...MARCH, claims: '402,000', before: '391,500', rate: '7.2' })}`;
    assert.ok(novelShare(textSentences(fifth, families.isBoilerplate), weeks.map(wordPairsOf)) >= REPRINT_BELOW);
  });

  it('distinguish bulletins from the eight before them, each of whose figures one of the eight has too', () => {
    const poll = (right: number, left: number, undecided: number) =>
      `In the weekly poll the Conservatives stand at ${right} percent and Labour at ${left} percent of the vote. Of those asked ${undecided} percent are undecided.`;
    const before = [28, 29, 30, 31, 32, 33, 34, 35].map((right, week) => poll(right, 35 - week, 10 + ((week * 3) % 8)));
    const known = before.map(wordPairsOf);
    assert.ok(
      novelShare(
        textSentences(poll(31, 29, 12), () => false),
        known,
      ) >= REPRINT_BELOW,
    );
    for (const text of before)
      assert.equal(
        novelShare(
          textSentences(text, () => false),
          known,
        ),
        0,
      );
  });

  it('are absent from a digest of two bulletins whose figures are in either', () => {
    const poll = 'In the weekly poll the Conservatives stand at 31 percent and Labour at 29 percent of the vote.';
    assert.equal(
      novelShare(
        textSentences(`${bulletin(MARCH)} ${poll}`, () => false),
        [wordPairsOf(poll), wordPairsOf(bulletin(MARCH))],
      ),
      0,
    );
  });

  it('are four other figures of a long report that has no more', () => {
    const report = `${ARTICLE.replaceAll(/\d[\d,]*/g, 'some')} `.repeat(4) + bulletin(MARCH);
    assert.ok(
      share(
        report
          .replace('214,000', '391,000')
          .replace('209,000', '366,000')
          .replace('4.1', '6.8')
          .replace('12,400', '55,900'),
        report,
      ) >= REPRINT_BELOW,
    );
  });
});

describe('a page that is all boilerplate', () => {
  const wall = (reference: string) =>
    `We use cookies to improve your experience.\n\nSign in to continue reading.\n\nSubscribe now to get full access.\n\nReference ID of your visit: ${reference}.`;
  const unlike =
    'Enable scripts in your browser and reload this page. Other browsers than these are not supported at the moment.';

  for (const [whose, isBoilerplate] of [
    ['of its site', () => true],
    ['of all sites', () => false],
  ] as const) {
    it(`is not new under another address, if it is ${whose}`, () => {
      assert.equal(novelShare(textSentences(wall('18.7f2c99'), isBoilerplate), [wordPairsOf(wall('12.a41b03'))]), 0);
    });
  }

  it('is new if it says something else', () => {
    const text = 'Subscribe to read this story and all the others of this week in full.';
    assert.notEqual(fingerprintOf('mon_1', text).bands, null);
    assert.equal(
      novelShare(
        textSentences(text, () => true),
        [wordPairsOf(text)],
      ),
      0,
    );
    assert.equal(
      novelShare(
        textSentences(unlike, () => true),
        [wordPairsOf(text)],
      ),
      1,
    );
  });

  it('is new without any words', () => {
    assert.equal(share('— * —', ARTICLE), 1);
  });
});

describe('figures that every reprint changes', () => {
  const story = `${bulletin(MARCH)} Wardens counted the burrows on the harbour wall before the rain set in.`;
  const stamped: Array<[string, string, string]> = [
    ['the day of publication', 'Published on 3 March 2026.', 'Published on 9 June 2027.'],
    [
      'the moment of the last change',
      'The page was last updated on March 3, 2026 at 14:05 GMT.',
      'The page was last updated on June 9, 2027 at 08:31 GMT.',
    ],
    ['a date that stands alone', 'Monday, 3 March 2026, 14:05 GMT\n\n', 'Tuesday, 9 June 2026, 08:31 GMT\n\n'],
    [
      'the date of a dateline',
      'LONDON, March 3 (Reuters) - The office had kept silent for a week.',
      'LONDON, March 4 (Reuters) - The office had kept silent for a week.',
    ],
    [
      'a number of comments',
      'There are 12 comments on this story so far.',
      'There are 4,117 comments on this story so far.',
    ],
    [
      'how long ago it was',
      'It was written by a reporter in the capital 3 hours ago.',
      'It was written by a reporter in the capital 19 hours ago.',
    ],
    [
      'the number of a page',
      'You are reading page 3 of 5 of this long report.',
      'You are reading page 2 of 7 of this long report.',
    ],
  ];
  for (const [what, before, after] of stamped) {
    it(`are not new: ${what}`, () => {
      assert.equal(share(`${after} ${story}`, `${before} ${story}`), 0);
      assert.equal(
        share(
          `${after} Wardens counted the burrows on the harbour wall.`,
          `${before} Wardens counted the burrows on the harbour wall.`,
        ),
        0,
      );
    });
  }

  it('are distinct from figures that are the subject of a text', () => {
    const text = 'The toll of the flood has risen to 45 people. Rescuers went on looking through the night.';
    assert.ok(share(text, text.replace('45', '12')) >= REPRINT_BELOW);
  });

  it('have more than one notation', () => {
    const text = 'The office counted 12,400 workers who lost their jobs until March 3 of the year.';
    assert.equal(share(text.replace('12,400', '12.400').replace('March 3', '3rd March'), text), 0);
  });

  it('may be a corrected one among many', () => {
    const years = [bulletin(MARCH), bulletin(JUNE)].join(' ');
    assert.equal(share(years.replace('209,000', '209,500'), years), 0);
  });

  const lines: Array<[string, string]> = [
    ['Last modified on Tue 4 Mar 2026 09.13 EST', 'Last modified on Wed 5 Mar 2026 10.15 EST'],
    ['Updated 10:32 AM EST, Wed March 5, 2026', 'Updated 11:14 PM EST, Thu March 6, 2026'],
    ['By John Smith | March 3, 2026 at 2:05 p.m. EST', 'By John Smith | March 4, 2026 at 4:25 p.m. EST'],
    ['Reading time: 4 minutes', 'Reading time: 6 minutes'],
    ['Dienstag, 3. März 2026, 14:05 Uhr', 'Mittwoch, 4. März 2026, 15:17 Uhr'],
    ['Veröffentlicht am 3. März 2026', 'Veröffentlicht am 4. März 2026'],
    ['Publicado el 3 de marzo de 2026 a las 14:05', 'Publicado el 4 de marzo de 2026 a las 15:17'],
    [
      'Publié le 3 mars 2026 à 14h05, mis à jour le 3 mars 2026 à 15h10',
      'Publié le 4 mai 2026 à 16h22, mis à jour le 4 mai 2026 à 17h45',
    ],
    ['2026年3月3日 14:05', '2026年3月4日 15:17'],
    ['LONDON, 3 de marzo (EFE) - ', 'LONDON, 4 de marzo (EFE) - '],
    ['© 2025 Daily Herald Media', '© 2026 Daily Herald Media'],
    ['Volume 12, Issue 3 of the Daily Herald', 'Volume 13, Issue 4 of the Daily Herald'],
    ['Image 3 of 5 shows the harbour', 'Image 7 of 9 shows the harbour'],
    ['S&P 500 5,123.40 +0.3%', 'S&P 500 5,087.10 -0.7%'],
    ['Rated 4.3 out of 5 based on 120 reviews', 'Rated 4.1 out of 5 based on 233 reviews'],
    ['Posted 2 months ago', 'Posted 3 months ago'],
    ['Call us at 555-1234 or 555-9876 to subscribe', 'Call us at 444-2222 or 444-1111 to subscribe'],
  ];
  for (const [before, after] of lines) {
    it(`are not new beside an article: ${before.trim()}`, () => {
      assert.equal(share(`${after}\n\n${ARTICLE}`, `${before}\n\n${ARTICLE}`), 0);
      assert.equal(share(`${before}\n\n${ARTICLE}`, `${after}\n\n${ARTICLE}`), 0);
    });
  }

  it('may be the one corrected figure of an article that has few', () => {
    assert.equal(share(ARTICLE.replace('240 million', '260 million'), ARTICLE), 0);
    assert.ok(share(ARTICLE.replace('240 million', '260 million').replace('3,500', '3,900'), ARTICLE) >= REPRINT_BELOW);
  });

  it('are not times of the day if only a full stop suggests it', () => {
    const text = 'The company posted earnings of 12.40 euros a share.';
    assert.ok(share(text.replace('12.40', '13.75'), text) >= REPRINT_BELOW);
    assert.ok(share('Rate 4.15 %\n\nFee 2.30 %', 'Rate 3.75 %\n\nFee 1.80 %') >= REPRINT_BELOW);
  });
});
