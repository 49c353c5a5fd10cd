import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFoundVectors } from '../../../services/embeddings/found-vectors.ts';
import type { Embeddings } from '../../../services/embeddings/port.ts';

const model = (embed: Embeddings['embed'], textsAtOnce = 1): Embeddings => ({
  model: 'm',
  textsAtOnce,
  isReady: () => true,
  reads: () => true,
  embed,
});
const one = Float32Array.of(1);

describe('vectors of found passages', () => {
  it("are requested once, for the first texts first, in groups of the model's size", async () => {
    const calls: string[][] = [];
    const vectors = createFoundVectors(
      model(async (texts) => {
        calls.push([...texts]);
        return texts.map(() => one);
      }, 2),
    );
    assert.deepEqual([...(await vectors.of(['a', 'b', 'a', 'c'])).keys()], ['a', 'b', 'c']);
    assert.deepEqual([...(await vectors.of(['c', 'd'])).keys()], ['c', 'd']);
    assert.deepEqual(calls, [['a', 'b'], ['c'], ['d']]);
  });

  it('are as many as the time limit allows; a model that hangs delays a search no longer than that', async () => {
    const vectors = createFoundVectors(
      model(async ([text], signal) => {
        if (text === 'slow') await sleep(60_000, undefined, { signal });
        return [one];
      }),
    );
    assert.deepEqual([...(await vectors.of(['a', 'slow', 'b'])).keys()], ['a']);
    assert.deepEqual([...(await vectors.of(['b'])).keys()], ['b']);
  });

  it('are absent if the model fails or is not ready', async () => {
    const failing = createFoundVectors(model(() => Promise.reject(new Error('out of memory'))));
    assert.equal((await failing.of(['a'])).size, 0);
    const unready = createFoundVectors({ ...model(async () => assert.fail('asked')), isReady: () => false });
    assert.equal((await unready.of(['a'])).size, 0);
  });
});
