import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for `work` up to the time limit. @returns whether it has settled @throws its error, if it failed in time */
export async function settledWithin(withinMs: number, work: Promise<unknown>): Promise<boolean> {
  const waited = new AbortController();
  try {
    return await Promise.race([work.then(() => true), sleep(withinMs, false, { signal: waited.signal })]);
  } finally {
    waited.abort();
  }
}
