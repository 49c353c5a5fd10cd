import { setTimeout as sleep } from 'node:timers/promises';

/** Work for which callers wait, known to work in the background, which gives way to it. */
export interface Foreground {
  /** Runs work for which a caller waits. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Resolves once no such work has run for a moment; at the latest after a second, so that the background gets on beside
   * callers who never pause.
   *
   * @param signal ends the waiting; its reason is rethrown
   */
  quiet(signal: AbortSignal): Promise<void>;
}

// Callers who got one result often ask for the next soon. A passage that is begun keeps a core busy for some 20 ms.
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
