import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Notifications } from '../../../services/database/notifications.ts';
import { subscribe, type SubscriptionOptions } from '../../../services/database/subscription.ts';

const NEVER_MS = 2 ** 31 - 1;

describe('a subscription', () => {
  const emitter = new EventEmitter();
  const notifications: Pick<Notifications, 'listen'> = {
    listen: (channel, heard) => {
      emitter.on(channel, heard);
      return () => void emitter.off(channel, heard);
    },
  };
  const stopping = new AbortController();
  const open = (options: Partial<SubscriptionOptions>) =>
    subscribe(notifications, {
      channels: ['runs'],
      pollMs: NEVER_MS,
      signal: stopping.signal,
      ...options,
    });

  /** Whether the promise is settled without more news. */
  const isSettled = (promise: Promise<void>) => Promise.race([promise.then(() => true), setImmediate(false)]);

  it('resolves on the first notification after the call, on each of its channels', async () => {
    const news = open({ channels: ['runs', 'steps'] });
    for (const channel of ['runs', 'steps']) {
      const next = news.next();
      assert.equal(await isSettled(next), false);
      emitter.emit(channel, 'run_1');
      await next;
    }
    news.close();
    assert.deepEqual([emitter.listenerCount('runs'), emitter.listenerCount('steps')], [0, 0]);
  });

  it('ignores another payload; an empty one means that notifications may have been lost', async () => {
    const news = open({ payload: 'run_1' });
    const next = news.next();
    emitter.emit('runs', 'run_2');
    assert.equal(await isSettled(next), false);
    emitter.emit('runs', '');
    await next;
    news.close();
  });

  it('resolves without a notification after its poll', async () => {
    const news = open({ pollMs: 1 });
    await news.next();
    news.close();
  });

  it('resolves with the signal, and at once afterwards', async () => {
    const news = open({});
    const next = news.next();
    stopping.abort();
    await next;
    await news.next();
    news.close();
  });
});
