import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when it is this caller's turn; the next turn comes `ms` later. The first caller does not wait. */
export type Spacing = (ms: number) => Promise<void>;

/** Spaces pieces of work in time, so that any number of them leaves part of the process's time free. */
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
 * Time budget of a call without a valid key, in milliseconds: some ten times the cost of receiving and rejecting it, so
 * that unauthenticated clients use at most a tenth of the process.
 *
 * @param bytes size of its body, read or not: the unread rest of a rejected call is received too
 */
export function unauthenticatedCallMs(bytes: number): number {
  return CALL_MS + MS_PER_BYTE * bytes;
}
