import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderError } from './provider.ts';

/** Spaces the requests to one host as its rules require. */
export interface ProviderPace {
  /**
   * Waits for the next free slot.
   *
   * @throws ProviderError `limited` if that comes after `latestMs` (of performance.now)
   */
  turn(latestMs: number, signal: AbortSignal): Promise<void>;
}

/** A token bucket: a burst of `burst` requests, then one every `everyMs`. @param everyMs 0 disables the limit */
export function createPace(everyMs: number, burst = 1): ProviderPace {
  let freeAtMs = -Infinity;
  return {
    async turn(latestMs, signal) {
      if (everyMs === 0) return;
      const nowMs = performance.now();
      // The bucket's tokens are the time by which the next free slot lies in the past.
      const earliestMs = Math.max(freeAtMs, nowMs - everyMs * (burst - 1));
      if (earliestMs > latestMs) throw new ProviderError('limited', 'its rate limit is used up at the moment');
      freeAtMs = earliestMs + everyMs;
      if (earliestMs > nowMs)
        await sleep(earliestMs - nowMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    },
  };
}
