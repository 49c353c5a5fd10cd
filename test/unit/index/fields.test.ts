import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fieldsOf, termsOfColumn, writeFields } from '../../../services/index/fields.ts';
import { bm25 } from '../../../services/index/statistics/bm25.ts';
import { matchesIn, matchesOf } from '../../../services/index/matches.ts';
import { hashedTerms, matchesInVector, termVector } from '../../../services/index/term-vector.ts';

const searched = (changes: Partial<Parameters<typeof fieldsOf>[0]>) =>
  fieldsOf({ body: '', path: [], title: undefined, url: 'https://example.com/', about: '', ...changes }).fields;
const STATISTICS = { passages: 10, terms: 100, passagesWith: new Map([['heron', 2]]) };
const HERON = new Map([['heron', 1]]);
const scoreOf = (changes: Partial<Parameters<typeof fieldsOf>[0]>) =>
  bm25(matchesOf(searched(changes), HERON), HERON, STATISTICS);

describe('the searched fields of a passage', () => {
  it('survive the column', () => {
    const fields = searched({
      body: 'It waits. See [reeds](https://example.com/reeds).',
      path: ['Birds', 'grey_heron (integer)'],
      title: 'Ponds',
      url: 'https://example.com/a/heron-guide.html?x=1',
      about: 'Example',
    });
    assert.deepEqual(fields, {
      body: ['wait', 'see', 'reed'],
      path: ['bird', 'grei', 'heron', 'integ', 'grey_heron'],
      own: ['grei', 'heron', 'integ', 'grey_heron'],
      title: ['pond', 'heron', 'guid', 'pond', 'heron', 'guid'],
      about: ['exampl'],
    });
    assert.deepEqual(termsOfColumn(writeFields(fields)), Object.values(fields).flat());
  });

  it('match in the column as they do separately, whatever they contain', () => {
    const term = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '漢', '_'), minLength: 1, maxLength: 3 });
    const terms = fc.array(term, { maxLength: 8 });
    const fields = fc.record({ body: terms, path: terms, own: terms, title: terms, about: terms });
    fc.assert(
      fc.property(fields, fc.uniqueArray(term), (one, words) => {
        const wanted = new Map(words.map((word) => [word, 1]));
        const matches = matchesOf(one, wanted);
        assert.deepEqual(matchesIn([writeFields(one)], words), [matches]);
        assert.deepEqual(matchesInVector(termVector(writeFields(one)), hashedTerms(words)), matches);
      }),
      { seed: 20261123 },
    );
  });

  it('distinguish words with the same hash', () => {
    // In the hash of `matchesIn`, as in that of Java, both are 2112.
    assert.deepEqual(matchesIn(['Aa BB Aa'], ['BB', 'Aa']), [
      {
        count: 3,
        frequencies: new Map([
          ['Aa', 2],
          ['BB', 1],
        ]),
      },
    ]);
  });

  it('are counted up to 127 times', () => {
    const { count, frequencies } = matchesInVector(termVector('a '.repeat(1_000)), hashedTerms(['a']));
    assert.deepEqual([count, frequencies.get('a')], [1_000, 127.5]);
  });

  it("count more the more they say about a passage's subject", () => {
    const inBody = scoreOf({ body: 'A heron waits.' });
    const above = scoreOf({ body: 'It waits.', path: ['Heron', 'Habits'] });
    const inOwn = scoreOf({ body: 'It waits.', path: ['Habits', 'Heron'] });
    const inTitle = scoreOf({ body: 'It waits.', title: 'Heron' });
    assert.ok(
      0 < above && above < inBody && inBody < inOwn && inBody < inTitle,
      [above, inBody, inOwn, inTitle].join(', '),
    );
  });
});
