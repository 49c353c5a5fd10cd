import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stemPlaces } from '../../../services/text/stem-places.ts';

const STEMS = ['quarri', 'a', 'go', '2026'];

describe('the places of stems in a text', () => {
  it('tell word and sentence', () => {
    const text = 'Quarries, go!  Go on. The year 2026?\nA (quarried) stone.';
    assert.deepEqual(stemPlaces(STEMS)(text), [
      { stem: 'quarri', at: 0, sentence: 0 },
      { stem: 'go', at: 1, sentence: 0 },
      { stem: 'go', at: 2, sentence: 1 },
      { stem: '2026', at: 6, sentence: 2 },
      { stem: 'a', at: 7, sentence: 3 },
      { stem: 'quarri', at: 8, sentence: 3 },
    ]);
  });

  it('are those that every script has: a letter of another one at the end changes none', () => {
    const piece = fc.constantFrom(
      'quarry',
      'Quarries',
      'a',
      'go',
      '2026',
      'x1',
      '.',
      '!',
      '?',
      ' ',
      '\n',
      '\t ',
      '-',
      '_',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        assert.deepEqual(stemPlaces(STEMS)(text), stemPlaces(STEMS)(`${text} é`));
      }),
      { seed: 20261123 },
    );
  });
});
