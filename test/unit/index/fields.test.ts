import assert from 'node:assert/strict';
import { fieldsOf, readFields, termsOfColumn, writeFields } from '../../../services/index/fields.ts';
import { bm25 } from '../../../services/index/statistics/bm25.ts';

const searched = (changes: Partial<Parameters<typeof fieldsOf>[0]>) =>
  fieldsOf({ body: '', path: [], title: undefined, url: 'https://example.com/', about: '', ...changes }).fields;
const STATISTICS = { passages: 10, terms: 100, passagesWith: new Map([['heron', 2]]) };
const scoreOf = (changes: Partial<Parameters<typeof fieldsOf>[0]>) =>
  bm25(searched(changes), new Map([['heron', 1]]), STATISTICS);

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
    assert.deepEqual(readFields(writeFields(fields)), fields);
    assert.deepEqual(termsOfColumn(writeFields(fields)), Object.values(fields).flat());
  });

  it('count the more, the more they say of what a passage is about', () => {
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
