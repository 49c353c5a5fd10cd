import { setTimeout as sleep } from 'node:timers/promises';

export interface Periodic {
  /** Aborts the current pass and resolves once it has ended. */
  stop(): Promise<void>;
}

export interface PeriodicWork {
  /** Start of the next pass: milliseconds after the end of the last one, or a notification of a subscription. */
  due: number | { next(): Promise<void> };
  /** @param nth from 0 */
  pass(signal: AbortSignal, nth: number): Promise<void>;
  /** Called with the error of a pass, unless the stop aborted the pass: the next start repeats it. */
  onError(error: unknown): void;
}

/** Runs passes one after the other, the first at once, until stopped. A failed pass does not end the loop. */
export function startPeriodic({ due, pass, onError }: PeriodicWork): Periodic {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };

  async function run(): Promise<void> {
    for (let nth = 0; !signal.aborted; nth += 1) {
      // Subscribed before the pass, so that a notification during the pass counts too.
      const woken = typeof due === 'number' ? undefined : due.next();
      await pass(signal, nth).catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
      await (woken ?? sleep(Number(due), undefined, { signal, ref: false }).catch(() => undefined));
    }
  }
}
