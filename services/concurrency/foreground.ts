import { setTimeout as sleep } from 'node:timers/promises';

/** Tracks work that callers wait for, so that background work can yield to it. */
export interface Foreground {
  /** Runs work for which a caller waits. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Resolves once no caller has waited for 250 ms, and after a second at the latest. So background work progresses
   * beside callers who never pause.
   *
   * @param signal ends the wait; its reason is rethrown
   */
  quiet(signal: AbortSignal): Promise<void>;
}

// A caller often sends its next request soon after a result, and embedding one passage occupies a core for about 20 ms.
const MOMENT_MS = 250;
const LONGEST_MS = 1_000;
const LOOK_EVERY_MS = 5;

export function createForeground(now: () => number = () => performance.now()): Foreground {
  let running = 0;
  let endedAt = -Infinity;
  return {
    async during(work) {
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
        endedAt = now();
      }
    },
    async quiet(signal) {
      signal.throwIfAborted();
      const startedAt = now();
      const isQuiet = () => running === 0 && now() - endedAt >= MOMENT_MS;
      while (!isQuiet() && now() - startedAt < LONGEST_MS)
        await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
    },
  };
}
