import { setImmediate } from 'node:timers/promises';

/** Shares concurrent reads: all callers that request the same read before it begins share one result. */
export type SharedReads = <T>(key: string, read: () => Promise<T>) => Promise<T>;

/** @param atOnce limit of concurrent reads; further ones wait, which leaves connections to other callers */
export function createSharedReads(atOnce: number): SharedReads {
  // Only reads that have not begun: the result of one that has begun may be older than a later caller's notification.
  const waiting = new Map<string, Promise<unknown>>();
  const queue: Array<() => void> = [];
  let running = 0;

  async function acquireSlot(): Promise<void> {
    if (running >= atOnce) await new Promise<void>((resolve) => queue.push(resolve));
    else running += 1;
  }

  /** Passes the slot to the next waiting read, or releases it. */
  function releaseSlot(): void {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }

  async function readInSlot<T>(key: string, read: () => Promise<T>): Promise<T> {
    await acquireSlot();
    // Subscribers that one notification wakes make their requests one after another.
    await setImmediate();
    waiting.delete(key);
    try {
      return await read();
    } finally {
      releaseSlot();
    }
  }

  return <T>(key: string, read: () => Promise<T>) => {
    const joined = waiting.get(key);
    if (joined) return joined as Promise<T>;
    const reading = readInSlot(key, read);
    waiting.set(key, reading);
    return reading;
  };
}
