import assert from 'node:assert/strict';
import { createSharedReads } from '../../../../services/monitors/records/shared-reads.ts';

describe('reads with concurrent callers', () => {
  it('happen once for concurrent callers, and again for a later caller', async () => {
    const shared = createSharedReads(1);
    let reads = 0;
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const read = async () => {
      reads += 1;
      begun.resolve();
      await end.promise;
      return reads;
    };
    const first = Array.from({ length: 5 }, () => shared('a', read));
    await begun.promise;
    const later = shared('a', read);
    end.resolve();
    assert.deepEqual([await Promise.all(first), await later], [[1, 1, 1, 1, 1], 2]);
  });

  it('run a few at once, even if some fail', async () => {
    const shared = createSharedReads(2);
    let going = 0;
    let most = 0;
    const read = (n: number) => async () => {
      going += 1;
      most = Math.max(most, going);
      await new Promise((resolve) => setImmediate(resolve));
      going -= 1;
      if (n % 3 === 0) throw new Error(String(n));
      return n;
    };
    const all = await Promise.allSettled(Array.from({ length: 9 }, (_, n) => shared(String(n), read(n))));
    assert.deepEqual(
      all.map(({ status }) => status === 'fulfilled'),
      Array.from({ length: 9 }, (_, n) => n % 3 !== 0),
    );
    assert.equal(most, 2);
  });
});
