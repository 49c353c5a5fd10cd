import assert from 'node:assert/strict';
import { queryTerms, termsOf, termWeights } from '../../../services/text/terms.ts';

describe('the terms of a text', () => {
  for (const [text, terms] of [
    ['the `work_mem` setting', ['work', 'mem', 'set', 'work_mem']],
    ['pg_dump --no-owner', ['pg', 'dump', 'owner', 'pg_dump', '--no-owner']],
    ['asyncio.gather() and std::vector', ['asyncio', 'gather', 'std', 'vector', 'asyncio.gather', 'std::vector']],
    ['pickaxe option -S', ['pickax', 'option', '-S']],
    ['the format %an, 20% of %E2%80', ['format', '20', 'e2', '80', '%an']],
    ['maxConnections', ['maxconnect', 'max', 'connect']],
    ['version 3.5', ['version', '3', '5', '3.5']],
    ['a well-known fact – said so', ['well', 'known', 'fact', 'said']],
    ['PostgreSQL', ['postgresql']],
    ['work_memの値', ['work', 'mem', '値', 'work_mem']],
    ['値--all', ['値', '--all']],
    ['maxConnectionsは', ['maxconnect', 'max', 'connect']],
  ] as const)
    it(`of ${JSON.stringify(text)} are its stems, and its identifiers whole and in parts`, () =>
      assert.deepEqual(termsOf(text).terms, terms));

  it('tell options of one letter apart by their case', () =>
    assert.notDeepEqual(termsOf('git commit -s').terms, termsOf('git commit -S').terms));

  it('weigh more where a query repeats them', () => {
    const weights = termWeights('block size, block count');
    assert.equal(weights.get('size'), 1);
    assert.equal(weights.get('block'), 1 + Math.log(2));
  });

  it('are stop words where a query has nothing else', () => {
    assert.deepEqual(queryTerms('The Who'), { terms: [], stopWords: ['the', 'who'] });
    assert.deepEqual(queryTerms('the heron'), { terms: ['heron'], stopWords: [] });
  });
});
