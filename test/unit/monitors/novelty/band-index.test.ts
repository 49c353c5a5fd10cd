import assert from 'node:assert/strict';
import { createBandIndex } from '../../../../services/monitors/novelty/band-index.ts';
import { MOST_CANDIDATES, MOST_WITH_A_BAND } from '../../../../services/monitors/novelty/candidates.ts';

describe('the delivered documents of a run, by the bands of their signatures', () => {
  it('are found by shared bands, the most similar first', () => {
    const index = createBandIndex();
    for (let n = 0; n < 20; n += 1) index.add(String(n), [1, n < 2 ? 2 : 3, n === 1 ? 4 : 5]);
    const alike = index.alike([1, 2, 4]);
    assert.deepEqual(alike.slice(0, 2), [
      { recordId: '1', shared: 3 },
      { recordId: '0', shared: 2 },
    ]);
    assert.equal(alike.length, MOST_CANDIDATES);
  });

  it('are not found by a band that too many of them share', () => {
    const index = createBandIndex();
    for (let n = 0; n < MOST_WITH_A_BAND; n += 1) index.add(String(n), [1, 100 + n]);
    assert.equal(index.alike([1]).length, MOST_CANDIDATES);
    index.add('last', [1, 1_000]);
    assert.deepEqual(index.alike([1, 1_000]), [{ recordId: 'last', shared: 1 }]);
  });
});
