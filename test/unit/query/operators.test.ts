import assert from 'node:assert/strict';
import { hasAnyWord, hasPhrases, parseQuery } from '../../../services/query/operators.ts';

describe('the operators of a query', () => {
  const queries: Array<[query: string, parsed: ReturnType<typeof parseQuery>]> = [
    ['plain words', { text: 'plain words', phrases: [], excluded: [] }],
    ['who sang "The Who" songs', { text: 'who sang   songs the who', phrases: [['the', 'who']], excluded: [] }],
    ['jaguar -car -Autos', { text: 'jaguar', phrases: [], excluded: ['car', 'autos'] }],
    ['“Élan vital” -Bergson', { text: 'elan vital', phrases: [['elan', 'vital']], excluded: ['bergson'] }],
    ['state-of-the-art well-known', { text: 'state-of-the-art well-known', phrases: [], excluded: [] }],
    ['minus -5 degrees', { text: 'minus -5 degrees', phrases: [], excluded: [] }],
    ['pickaxe option -S', { text: 'pickaxe option -S', phrases: [], excluded: [] }],
    ['commit --amend', { text: 'commit --amend', phrases: [], excluded: [] }],
    ['an unclosed "quote', { text: 'an unclosed "quote', phrases: [], excluded: [] }],
    [
      'heron bittern egret stork ibis crane "grey heron" -spoonbill',
      {
        text: 'heron bittern egret stork ibis crane grey heron',
        phrases: [['grey', 'heron']],
        excluded: ['spoonbill'],
      },
    ],
    [
      'heron bittern egret stork ibis crane curlew "grey heron" -spoonbill',
      { text: 'heron bittern egret stork ibis crane curlew "grey heron" -spoonbill', phrases: [], excluded: [] },
    ],
    ['""', { text: '""', phrases: [], excluded: [] }],
    ['-only', { text: '', phrases: [], excluded: ['only'] }],
  ];
  for (const [query, parsed] of queries) {
    it(`are parsed in: ${query}`, () => assert.deepEqual(parseQuery(query), parsed));
  }

  it('find phrases as whole words in their order', () => {
    assert.ok(hasPhrases('It was Élan-vital that moved them.', [['elan', 'vital']]));
    assert.ok(!hasPhrases('vital elan', [['elan', 'vital']]));
    assert.ok(!hasPhrases('an elan vitally', [['elan', 'vital']]));
  });

  it('find excluded words as whole words', () => {
    assert.ok(hasAnyWord('A fast Car.', ['car']));
    assert.ok(!hasAnyWord('A fast cart.', ['car']));
  });
});
