import assert from 'node:assert/strict';
import { createBatchSize } from '../../../../services/documents/indexing/batch-size.ts';

describe('the size of a batch', () => {
  it('grows while batches are fast, up to a thousand', () => {
    const size = createBatchSize();
    const sizes = Array.from({ length: 5 }, () => {
      size.took(size.current(), 50);
      return size.current();
    });
    assert.deepEqual(sizes, [200, 400, 800, 1_000, 1_000]);
  });

  it('shrinks with a slow batch, down to a hundred', () => {
    const size = createBatchSize();
    for (let time = 0; time < 4; time += 1) size.took(size.current(), 50);
    size.took(1_000, 600);
    assert.equal(size.current(), 500);
    size.took(8, 3_000);
    assert.equal(size.current(), 100);
  });

  it('stays after a short batch that was fast', () => {
    const size = createBatchSize();
    size.took(100, 50);
    size.took(1, 30);
    assert.equal(size.current(), 200);
  });
});
