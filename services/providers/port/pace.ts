import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderError } from './provider.ts';

/** Keeps one host's requests apart, as its rules ask. */
export interface ProviderPace {
  /** Waits for the next free moment. @throws ProviderError `limited` where that comes after `latestMs` (of performance.now) */
  turn(latestMs: number, signal: AbortSignal): Promise<void>;
}

/**
 * A token bucket: `burst` requests at once, then one every `everyMs`.
 *
 * @param everyMs 0 lets all pass
 */
export function createPace(everyMs: number, burst = 1): ProviderPace {
  let freeAtMs = -Infinity;
  return {
    async turn(latestMs, signal) {
      if (everyMs === 0) return;
      const nowMs = performance.now();
      // The bucket's tokens are the time by which the next free moment lies in the past.
      const earliestMs = Math.max(freeAtMs, nowMs - everyMs * (burst - 1));
      if (earliestMs > latestMs) throw new ProviderError('limited', 'its limit of requests is used up for the moment');
      freeAtMs = earliestMs + everyMs;
      if (earliestMs > nowMs)
        await sleep(earliestMs - nowMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    },
  };
}
