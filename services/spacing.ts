import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when it is this caller's turn; the next one's comes `ms` later. Nobody waits where nobody came before. */
export type Spacing = (ms: number) => Promise<void>;

/** Keeps pieces of work apart in time, so that however many ask for them, a share of the process is left to others. */
export function createSpacing(): Spacing {
  let freeAtMs = 0;
  return async (ms) => {
    const nowMs = performance.now();
    const atMs = Math.max(nowMs, freeAtMs);
    freeAtMs = atMs + ms;
    if (atMs > nowMs) await sleep(atMs - nowMs);
  };
}
