import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when it is this caller's turn; the next turn comes `ms` later. The first caller does not wait. */
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

const CALL_MS = 4;
const MS_PER_BYTE = 50 / 1_048_576;

/**
 * What a call without a valid key is given of the process's time, in milliseconds: some ten times what it costs to take and
 * refuse it, so that strangers get a tenth of the process at most, however many they are.
 *
 * @param bytes of its body, read or not: what a refused call leaves unread is taken off the wire too
 */
export function strangerMs(bytes: number): number {
  return CALL_MS + MS_PER_BYTE * bytes;
}
