import assert from 'node:assert/strict';
import { holdsNumberedName, numberedNamesIn } from '../../../services/text/numbered-names.ts';

describe('names with the number of a version', () => {
  for (const [question, names] of [
    ['What is new in PostgreSQL 17?', ['PostgreSQL 17']],
    ['PostgreSQL 17 release date', ['PostgreSQL 17']],
    ['Does Python 3.13 run on Debian 12?', ['Python 3.13', 'Debian 12']],
    // A capital by position, a month, a year, a share and a length are no versions.
    ['Top 10 birds', []],
    ['What happened on March 15?', []],
    ['Who won the Olympics 2012?', []],
    ['Did Herons 50% better?', []],
    ['heron 17', []],
  ] as const)
    it(`are found in "${question}"`, () =>
      assert.deepEqual(
        numberedNamesIn(question).map(({ name, number }) => `${name} ${number}`),
        names,
      ));

  for (const [text, isHeld] of [
    ['PostgreSQL 17 is out.', true],
    ['postgresql 17.2 is out.', true],
    ['PostgreSQL, version 17', true],
    ['release 17 of PostgreSQL', true],
    ['PostgreSQL 170', false],
    ['17.3. Getting PostgreSQL', false],
    ['PostgreSQL 15 had 17 fixes', false],
  ] as const)
    it(`${isHeld ? 'are' : 'are not'} in "${text}"`, () =>
      assert.equal(holdsNumberedName(text, { name: 'PostgreSQL', number: '17' }), isHeld));
});
