import { setImmediate } from 'node:timers/promises';
import { createSemaphore } from '../../concurrency/semaphore.ts';

/** Shares concurrent reads: all callers that request the same read before it begins share one result. */
export type SharedReads = <T>(key: string, read: () => Promise<T>) => Promise<T>;

/** @param atOnce limit of concurrent reads; further ones wait, which leaves connections to other callers */
export function createSharedReads(atOnce: number): SharedReads {
  // Only reads that have not begun: the result of one that has begun may be older than a later caller's notification.
  const waiting = new Map<string, Promise<unknown>>();
  const slots = createSemaphore(atOnce);
  // A caller that stops waiting leaves the read to the others that share it.
  const { signal } = new AbortController();

  return <T>(key: string, read: () => Promise<T>) => {
    const joined = waiting.get(key);
    if (joined) return joined as Promise<T>;
    const reading = slots.run(signal, async () => {
      // Subscribers that one notification wakes make their requests one after another.
      await setImmediate();
      waiting.delete(key);
      return read();
    });
    waiting.set(key, reading);
    return reading;
  };
}
