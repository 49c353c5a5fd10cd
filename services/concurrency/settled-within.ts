import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for `work`, but no longer than the time. @returns whether it has ended; @throws what it threw by then */
export async function settledWithin(withinMs: number, work: Promise<unknown>): Promise<boolean> {
  const waited = new AbortController();
  try {
    return await Promise.race([work.then(() => true), sleep(withinMs, false, { signal: waited.signal })]);
  } finally {
    waited.abort();
  }
}
