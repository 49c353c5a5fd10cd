import assert from 'node:assert/strict';
import { settleEach, type SettleEach } from '../../../services/concurrency/settle-each.ts';

describe('a pass of a reconciler', () => {
  let errors: Error[];
  let settled: number[];
  const stopping = new AbortController();
  const pass = (
    items: AsyncIterable<number>,
    settle: (item: number) => Promise<void>,
    options: Partial<SettleEach<number>> = {},
  ) =>
    settleEach(items, {
      what: 'runs',
      settle,
      signal: stopping.signal,
      onError: (error) => void errors.push(error as Error),
      ...options,
    });
  beforeEach(() => {
    [errors, settled] = [[], []];
  });

  async function* numbers(count: number): AsyncGenerator<number> {
    for (let item = 1; item <= count; item += 1) yield item;
  }

  it('continues after failed items, and reports their number and the first failure once', async () => {
    await pass(numbers(20), async (item) => {
      if (item % 5 === 0) throw new Error(`no ${item}`);
      settled.push(item);
    });
    assert.equal(settled.length, 16);
    assert.deepEqual(
      errors.map(({ message, cause }) => [message, String(cause)]),
      [['4 of 20 runs could not be reconciled and are tried again; the first: no 5', 'Error: no 5']],
    );
  });

  it('abandons an item that hangs', async () => {
    await pass(numbers(30), (item) => (item <= 12 ? new Promise(() => {}) : Promise.resolve(void settled.push(item))), {
      withinMs: 20,
    });
    assert.equal(settled.length, 18);
    assert.match(errors[0]?.message ?? '', /^12 of 30 runs .* no end within 20 ms$/);
  });

  it('processes at most six items at once, and starts each when there is a slot', async () => {
    let [taken, atOnce, most] = [0, 0, 0];
    async function* watched(): AsyncGenerator<number> {
      for (taken = 1; taken <= 50; taken += 1) yield taken;
    }
    await pass(watched(), async () => {
      most = Math.max(most, (atOnce += 1));
      assert.ok(taken - settled.length <= 7);
      await new Promise(setImmediate);
      atOnce -= 1;
      settled.push(atOnce);
    });
    assert.deepEqual([most, errors], [6, []]);
  });

  it('starts and reports nothing once it is stopped', async () => {
    const stop = new AbortController();
    await pass(
      numbers(100),
      async (item) => {
        settled.push(item);
        if (item === 3) stop.abort();
        throw new Error('the database is closed');
      },
      { signal: stop.signal },
    );
    assert.ok(settled.length < 12, String(settled));
    assert.deepEqual(errors, []);
  });

  it('fails if its items cannot be read', async () => {
    async function* broken(): AsyncGenerator<number> {
      yield 1;
      throw new Error('no list');
    }
    await assert.rejects(
      pass(broken(), async (item) => void settled.push(item)),
      /no list/,
    );
    assert.deepEqual(settled, [1]);
  });
});
