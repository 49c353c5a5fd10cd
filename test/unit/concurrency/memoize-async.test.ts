import assert from 'node:assert/strict';
import { asProviderError, ProviderError } from '../../../services/providers/port/provider.ts';
import { memoizeAsync } from '../../../services/concurrency/memoize-async.ts';

describe('a cached value', () => {
  const signal = new AbortController().signal;
  const options = { freshMs: 1_000, most: 2, withinMs: 10_000 };

  it('is read once while it is fresh, and again afterwards', async () => {
    let reads = 0;
    const get = memoizeAsync({ ...options, read: async (key) => `${key}${++reads}` });
    const values = [];
    for (const nowMs of [0, 999, 1_000]) values.push(await get('a', { nowMs, signal }));
    assert.deepEqual(values, ['a1', 'a1', 'a2']);
  });

  it('is read once for concurrent callers, and for a caller after one that gave up', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<string>();
    let reads = 0;
    const get = memoizeAsync({ ...options, read: () => (reads++, answered) });
    const impatient = new AbortController();
    const first = get('a', { nowMs: 0, signal: impatient.signal });
    const second = get('a', { nowMs: 0, signal });
    impatient.abort(new Error('gave up'));
    await assert.rejects(first, /gave up/);
    answer('read');
    assert.deepEqual([await second, await get('a', { nowMs: 1, signal }), reads], ['read', 'read', 1]);
  });

  it('is not a failure, and is evicted if it was used longest ago', async () => {
    const reads: string[] = [];
    const get = memoizeAsync({
      ...options,
      read: async (key) => {
        reads.push(key);
        if (key === 'bad') throw new Error('bad');
        return key;
      },
    });
    await assert.rejects(get('bad', { nowMs: 0, signal }), /bad/);
    await assert.rejects(get('bad', { nowMs: 0, signal }), /bad/);
    for (const key of ['a', 'b', 'c', 'a', 'c']) await get(key, { nowMs: 0, signal });
    assert.deepEqual(reads, ['bad', 'bad', 'a', 'b', 'c', 'a']);
  });

  it('fails after its time limit if the read takes too long', async () => {
    const get = memoizeAsync({
      ...options,
      withinMs: 20,
      read: (_key, within) =>
        new Promise((_resolve, reject) => within.addEventListener('abort', () => reject(within.reason))),
    });
    await assert.rejects(get('a', { nowMs: 0, signal }), {
      name: 'TimeLimitError',
      message: 'it did not answer within 0.02 s',
    });
    const failure = asProviderError(await get('b', { nowMs: 0, signal }).catch((error: unknown) => error));
    assert.ok(failure instanceof ProviderError);
    assert.deepEqual([failure.kind, failure.message], ['failed', 'it did not answer within 0.02 s']);
  });
});
