import assert from 'node:assert/strict';
import { createPhraseFamilies } from '../../../services/monitors/novelty/families.ts';
import { likenessOf } from '../../../services/monitors/novelty/likeness.ts';
import { novelShare, REPRINT_BELOW, saidIn, UPDATE_BELOW, wordPairsOf } from '../../../services/monitors/novelty/novel-share.ts';

const INTRO =
  'The bulletin lists every match of the evening in the national league as reported by the clubs themselves. Figures are checked by the league office before they are published here.';
const CLUBS = ['Arsenal', 'Chelsea', 'Everton', 'Leeds', 'Fulham', 'Brentford', 'Burnley', 'Wolves', 'Villa', 'Palace', 'Forest', 'Spurs', 'Liverpool', 'Newcastle', 'Brighton', 'Sunderland'];
const OTHERS = ['Celtic', 'Rangers', 'Hearts', 'Hibs', 'Dundee', 'Motherwell', 'Kilmarnock', 'Livingston', 'Falkirk', 'Aberdeen', 'Ross', 'Mirren', 'Partick', 'Airdrie', 'Ayr', 'Raith'];

const results = (clubs: string[]) => clubs.flatMap((club, index) => (index % 2 === 0 ? [`- ${club} ${2 + (index % 4)} 1 ${clubs[index + 1]}`] : []));
const promoted = (clubs: string[]) => clubs.map((club) => `- ${club} promoted`);
const table = (clubs: string[]) => ['| Club | Place |', '| --- | --- |', ...clubs.map((club, index) => `| ${club} | ${index + 1} |`)];
const page = (lines: string[]) => `${INTRO}\n\n${lines.join('\n')}`;

interface Week {
  date: string;
  claims: string;
  before: string;
  rate: string;
  city: string;
  lost: string;
}
const MARCH: Week = { date: '3 March', claims: '214,000', before: '209,000', rate: '4.1', city: 'Ohio', lost: '12,400' };
const JUNE: Week = { date: '2 June', claims: '391,000', before: '366,000', rate: '6.8', city: 'Texas', lost: '55,900' };
const bulletin = ({ date, claims, before, rate, city, lost }: Week) =>
  `The weekly report of the labour office was published on ${date}. Initial claims for unemployment benefits stood at ${claims} in the week. ` +
  `That compares with ${before} in the week before. The unemployment rate was ${rate} percent at the end of the month. ` +
  `The largest change was reported from ${city}, where ${lost} workers lost their jobs. The office will publish its next figures on Thursday at eight.`;

const share = (text: string, original: string) => novelShare(saidIn(text, () => false), [wordPairsOf(original)]);

describe('what is new in a page that follows another one of the same site', () => {
  const followers: Array<[string, string, string]> = [
    ['match results of other clubs', page(results(OTHERS)), page(results(CLUBS))],
    ['list items of two words', page(promoted(OTHERS)), page(promoted(CLUBS))],
    ['paragraphs of two words', page(promoted(OTHERS).map((line) => `${line.slice(2)}\n`)), page(promoted(CLUBS).map((line) => `${line.slice(2)}\n`))],
    ['a table of other names', page(table(OTHERS)), page(table(CLUBS))],
    ['other scores of the same clubs', page(results(CLUBS).map((line) => line.replace(/\d 1/, '0 7'))), page(results(CLUBS))],
    ['a bulletin of another week', bulletin(JUNE), bulletin(MARCH)],
  ];
  for (const [what, text, original] of followers) {
    it(`finds ${what}`, () => {
      assert.ok(share(text, original) >= REPRINT_BELOW, `${share(text, original)}`);
    });
  }

  it('finds those list items alone that were not there before', () => {
    const half = [...CLUBS.slice(0, 8), ...OTHERS.slice(0, 8)];
    const found = share(promoted(half).join('\n'), promoted(CLUBS).join('\n'));
    assert.ok(found >= 0.4 && found < UPDATE_BELOW, `${found}`);
  });

  it('finds the figures of a fifth bulletin, whose sentences the four before it had too', () => {
    const weeks = [MARCH, JUNE, { ...MARCH, claims: '1', before: '2', rate: '3' }, { ...MARCH, claims: '4', before: '5', rate: '6' }].map((week) => `${INTRO} ${bulletin(week)}`);
    const families = createPhraseFamilies();
    for (const [nth, text] of weeks.entries()) families.add(likenessOf('mon_1', text).phrases ?? [], String(nth));
    const fifth = `${INTRO} ${bulletin({ ...MARCH, claims: '402,000', before: '391,500', rate: '7.2' })}`;
    assert.ok(novelShare(saidIn(fifth, families.isBoilerplate), weeks.map(wordPairsOf)) >= REPRINT_BELOW);
  });

  it('takes a text for no reprint of which nothing is left to compare', () => {
    const text = 'Subscribe to read this story and all the others of this week in full.';
    assert.notEqual(likenessOf('mon_1', text).bands, null);
    assert.equal(novelShare(saidIn(text, () => true), [wordPairsOf(text)]), 1);
  });
});

describe('figures that every reprint changes', () => {
  const story = `${bulletin(MARCH)} Wardens counted the burrows on the harbour wall before the rain set in.`;
  const stamped: Array<[string, string, string]> = [
    ['the day of publication', 'Published on 3 March 2026.', 'Published on 9 June 2027.'],
    ['the moment of the last change', 'The page was last updated on March 3, 2026 at 14:05 GMT.', 'The page was last updated on June 9, 2027 at 08:31 GMT.'],
    ['a date that stands alone', 'Monday, 3 March 2026, 14:05 GMT\n\n', 'Tuesday, 9 June 2026, 08:31 GMT\n\n'],
    ['the date of a dateline', 'LONDON, March 3 (Reuters) - The office had kept silent for a week.', 'LONDON, March 4 (Reuters) - The office had kept silent for a week.'],
    ['a number of comments', 'There are 12 comments on this story so far.', 'There are 4,117 comments on this story so far.'],
    ['how long ago it was', 'It was written by a reporter in the capital 3 hours ago.', 'It was written by a reporter in the capital 19 hours ago.'],
    ['the number of a page', 'You are reading page 3 of 5 of this long report.', 'You are reading page 2 of 7 of this long report.'],
  ];
  for (const [what, before, after] of stamped) {
    it(`are no news: ${what}`, () => {
      assert.equal(share(`${after} ${story}`, `${before} ${story}`), 0);
      assert.equal(share(`${after} Wardens counted the burrows on the harbour wall.`, `${before} Wardens counted the burrows on the harbour wall.`), 0);
    });
  }

  it('are told from figures that are what a text is about', () => {
    const text = 'The toll of the flood has risen to 45 people. Rescuers went on looking through the night.';
    assert.ok(share(text, text.replace('45', '12')) >= REPRINT_BELOW);
  });

  it('are written in more than one way', () => {
    const text = 'The office counted 12,400 workers who lost their jobs until March 3 of the year.';
    assert.equal(share(text.replace('12,400', '12.400').replace('March 3', '3rd March'), text), 0);
  });

  it('may be a corrected one among many', () => {
    const years = [bulletin(MARCH), bulletin(JUNE)].join(' ');
    assert.equal(share(years.replace('209,000', '209,500'), years), 0);
  });
});
