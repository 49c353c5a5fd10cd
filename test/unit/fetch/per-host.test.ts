import assert from 'node:assert/strict';
import { createPerHost } from '../../../services/fetch/per-host.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Work that the test ends, and that reports its start. */
function work() {
  const begun: number[] = [];
  const ends: Array<() => void> = [];
  const begin = (name: number) => () => {
    begun.push(name);
    return new Promise<number>((resolve) => ends.push(() => resolve(name)));
  };
  return { begun, ends, begin };
}

describe('downloads per host', () => {
  const { signal } = new AbortController();

  it('run six at once and let the others wait in order', async () => {
    const perHost = createPerHost();
    const { begun, ends, begin } = work();
    const all = [1, 2, 3, 4, 5, 6, 7, 8].map((name) =>
      perHost.run({ url: 'https://example.com/', orgId: 'org_1' }, signal, begin(name)),
    );
    await nextTurn();
    assert.deepEqual(begun, [1, 2, 3, 4, 5, 6]);
    ends[3]?.();
    await nextTurn();
    assert.deepEqual(begun, [1, 2, 3, 4, 5, 6, 7]);
    ends[0]?.();
    await nextTurn();
    for (const end of ends) end();
    assert.deepEqual(await Promise.all(all), [1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('give a free slot to the organization with the fewest, in any order of arrival', async () => {
    const perHost = createPerHost(3);
    const { begun, ends, begin } = work();
    const run = (orgId: string, name: number) =>
      perHost.run({ url: 'https://example.com/', orgId }, signal, begin(name));
    const all = [
      ...[1, 2, 3, 4, 5, 6].map((name) => run('org_many', name)),
      run('org_one', 7),
      run('org_two', 8),
      run('org_one', 9),
    ];
    await nextTurn();
    assert.deepEqual(begun, [1, 2, 3]);
    for (let ended = 0; ended < 6; ended += 1) {
      ends[ended]?.();
      await nextTurn();
    }
    assert.deepEqual(begun, [1, 2, 3, 7, 8, 4, 9, 5, 6]);
    for (const end of ends) end();
    await Promise.all(all);
  });

  it('do not delay other hosts', async () => {
    const perHost = createPerHost(1);
    const { begun, ends, begin } = work();
    const all = ['https://a.example/1', 'https://a.example/2', 'https://b.example/'].map((url, name) =>
      perHost.run({ url, orgId: 'org_1' }, signal, begin(name)),
    );
    await nextTurn();
    assert.deepEqual(begun, [0, 2]);
    ends[0]?.();
    await nextTurn();
    for (const end of ends) end();
    await Promise.all(all);
  });

  it('release the slot after a failure', async () => {
    const perHost = createPerHost(1);
    const failing = perHost.run({ url: 'https://a.example/', orgId: 'org_1' }, signal, () =>
      Promise.reject(new Error('broken')),
    );
    const waiting = perHost.run({ url: 'https://a.example/', orgId: 'org_1' }, signal, async () => 'next');
    await assert.rejects(failing, /broken/);
    assert.equal(await waiting, 'next');
  });

  it('let a caller leave the queue without using its slot', async () => {
    const perHost = createPerHost(1);
    const { begun, ends, begin } = work();
    const first = perHost.run({ url: 'https://a.example/', orgId: 'org_1' }, signal, begin(1));
    const caller = new AbortController();
    const left = perHost.run({ url: 'https://a.example/', orgId: 'org_1' }, caller.signal, begin(2));
    const third = perHost.run({ url: 'https://a.example/', orgId: 'org_1' }, signal, begin(3));
    const reason = new Error('the caller left');
    caller.abort(reason);
    await assert.rejects(left, reason);
    ends[0]?.();
    await first;
    await nextTurn();
    assert.deepEqual(begun, [1, 3]);
    ends[1]?.();
    await third;
  });
});
