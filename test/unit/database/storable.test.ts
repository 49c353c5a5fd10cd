import assert from 'node:assert/strict';
import { storable, storableJson } from '../../../services/database/storable.ts';

const NUL = '\0';
const LONE = '\uD800';

describe('a value that PostgreSQL can store', () => {
  it('is text without NUL and lone surrogates', () => {
    assert.equal(storable(`a${NUL}b${LONE}c😀`), 'a\uFFFDb\uFFFDc😀');
  });

  const cases: Array<[string, unknown, unknown]> = [
    ['plain values', { a: [1, 'x', null, { b: true }] }, { a: [1, 'x', null, { b: true }] }],
    ['a NUL in a string', { a: [`x${NUL}`] }, { a: ['x\uFFFD'] }],
    ['a lone surrogate in a name', { [`n${LONE}`]: { [NUL]: 1 } }, { 'n\uFFFD': { '\uFFFD': 1 } }],
    ['a lone low surrogate', '\uDC00', '\uFFFD'],
    ['pairs of surrogates', '😀', '😀'],
    ['text that only looks like one', String.raw`a \u0000 b \ud800`, String.raw`a \u0000 b \ud800`],
  ];
  for (const [what, given, kept] of cases) {
    it(`is JSON without them: ${what}`, () => assert.deepEqual(JSON.parse(storableJson(given)), kept));
  }
});
