import { setTimeout as sleep } from 'node:timers/promises';

export interface Periodic {
  /** Aborts the pass at hand and resolves once it has ended. */
  stop(): Promise<void>;
}

export interface PeriodicWork {
  /** When the next pass begins: milliseconds after the end of the last one, or with a subscription's news. */
  due: number | { next(): Promise<void> };
  /** @param nth from 0 */
  pass(signal: AbortSignal, nth: number): Promise<void>;
  /** Called with what a pass throws, except for one that the stop cut off: the next start repeats it. */
  onError(error: unknown): void;
}

/** Runs passes one after the other, the first at once, until stopped. A pass that fails does not end them. */
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
      // Asked for before the pass, so that news during the pass counts too.
      const woken = typeof due === 'number' ? undefined : due.next();
      await pass(signal, nth).catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
      await (woken ?? sleep(Number(due), undefined, { signal, ref: false }).catch(() => undefined));
    }
  }
}
