import assert from 'node:assert/strict';
import type { KnownPlace } from '../../../../entities/monitors/monitor-snapshot.ts';
import { compareReads } from '../../../../services/monitors/pages/compare-reads.ts';

const READ_AT = new Date('2026-11-25T09:30:00.000Z');

/** What each read after the first one tells; a pair is two loads of one read. */
function toldOf(...reads: Array<string[] | [string[], string[]]>): Array<{ added: string[]; removed: string[] }> {
  let known: KnownPlace[] | undefined;
  return reads
    .map((read) => {
      const [parts, again] = (Array.isArray(read[0]) ? read : [read, undefined]) as [string[], string[] | undefined];
      const { places, added, removed } = compareReads(known, parts, {
        readAt: READ_AT,
        again: again && new Set(again),
      });
      known = places;
      return { added, removed };
    })
    .slice(1);
}

const NOTHING = { added: [], removed: [] };
const FRAME = Array.from(
  { length: 12 },
  (_, at) => `The harbour has a wall, a crane and a light of the kind ${'abcdefghijkl'[at]}.`,
);
const page = (...parts: string[]) => [...FRAME.slice(0, 6), ...parts, ...FRAME.slice(6)];

describe('what has changed on a page', () => {
  it('is what it gained and lost, in the order of the page', () => {
    assert.deepEqual(toldOf(page('Petrels are back.'), page('Petrels have left.', 'Terns came.')), [
      { added: ['Petrels have left.', 'Terns came.'], removed: ['Petrels are back.'] },
    ]);
  });

  it('is the first text of a page that held none', () => {
    assert.deepEqual(toldOf([], ['The ferry is late.'], ['The ferry is late.']), [
      { added: ['The ferry is late.'], removed: [] },
      NOTHING,
    ]);
  });

  it('is nothing where text only moved', () => {
    assert.deepEqual(toldOf(['a one', 'b two', 'c three'], ['c three', 'a one', 'b two']), [NOTHING]);
  });

  it('is a price, at once', () => {
    assert.deepEqual(toldOf(page('A berth costs 24 €.'), page('A berth costs 26 €.')), [
      { added: ['A berth costs 26 €.'], removed: ['A berth costs 24 €.'] },
    ]);
  });

  it('is not what two loads of one read show differently', () => {
    const load = (visits: number, advert: string) => page(`Visits: ${visits}`, advert, 'Petrels.');
    assert.deepEqual(
      toldOf(
        load(1, 'Buy rope!'),
        [load(2, 'Rent a boat!'), load(3, 'Eat fish!')],
        [load(4, 'Buy!'), load(5, 'Sell!')],
      ),
      [NOTHING, NOTHING],
    );
  });

  it('is what has changed beside a counter', () => {
    assert.deepEqual(
      toldOf(page('Visits: 1', 'Petrels.'), [page('Visits: 2', 'Terns.'), page('Visits: 3', 'Terns.')]),
      [{ added: ['Terns.'], removed: ['Petrels.'] }],
    );
  });

  for (const [yesterday, today] of [
    ['Today is Tuesday, 24 November 2026.', 'Today is Wednesday, 25 November 2026.'],
    ['Stand: 24. November', 'Stand: 25. November'],
    ['Last updated 2026-11-24T09:30:11Z', 'Last updated 2026-11-25T09:31:02Z'],
    ['Nov 24, 2026, 10:12 am', 'Nov 25, 2026, 9:01 pm'],
  ] as const) {
    it(`is not the day of the reading: ${today}`, () => {
      assert.deepEqual(toldOf(page(yesterday), page(today)), [NOTHING]);
    });
  }

  it('is a date that is another day', () => {
    assert.deepEqual(toldOf(page('The next ferry goes on 3 May 2027.'), page('The next ferry goes on 9 May 2027.')), [
      { added: ['The next ferry goes on 9 May 2027.'], removed: ['The next ferry goes on 3 May 2027.'] },
    ]);
  });

  it('is a counter once, until it is known to change at each read, and again when it has come to stay', () => {
    const at = (guests: number) => page(`There are ${guests} guests.`);
    const told = toldOf(at(1), at(2), at(3), at(4), at(4), at(4), at(4));
    assert.deepEqual(
      told.map(({ added }) => added),
      [['There are 2 guests.'], [], [], [], ['There are 4 guests.'], []],
    );
    assert.deepEqual(told[4]?.removed, ['There are 2 guests.']);
  });

  it('is not a text that is another one at each read, once this is known', () => {
    const of = (words: string) => page(`Quotation of the day: ${words}`);
    const told = toldOf(of('calm seas'), of('fair winds'), of('deep waters'), of('high cliffs'), of('old ropes'));
    assert.deepEqual(
      told.map(({ added }) => added.length),
      [1, 1, 0, 0],
    );
  });

  it('is all of a page that is new each day', () => {
    const day = (name: string) =>
      Array.from({ length: 9 }, (_, at) => `${name} brings the ${'abcdefghi'[at]} story of the harbour.`);
    const told = toldOf(day('Monday'), day('Friday'), day('June'), day('Autumn'), day('Easter'));
    assert.deepEqual(
      told.map(({ added }) => added.length),
      [9, 9, 9, 9],
    );
  });

  it('is not a notice that is there at every other read, once this is known', () => {
    const [without, withNotice] = [page(), page('We use cookies.')];
    const told = toldOf(without, withNotice, without, withNotice, without, withNotice);
    assert.deepEqual(told.slice(3), [NOTHING, NOTHING]);
  });

  it('is a new item above a list whose last one goes', () => {
    const list = (...items: string[]) => ['News', ...items, 'Contact'];
    const told = toldOf(
      list('Auks.', 'Skuas.', 'Terns.'),
      list('Gulls.', 'Auks.', 'Skuas.'),
      list('Shags.', 'Gulls.', 'Auks.'),
      list('Murres.', 'Shags.', 'Gulls.'),
      list('Noddies.', 'Murres.', 'Shags.'),
    );
    assert.deepEqual(
      told.map(({ added }) => added),
      [['Gulls.'], ['Shags.'], ['Murres.'], ['Noddies.']],
    );
  });
});
