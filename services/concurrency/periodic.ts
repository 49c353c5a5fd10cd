import { setTimeout as sleep } from 'node:timers/promises';

export interface Periodic {
  /** Aborts the current pass and resolves once it has ended. */
  stop(): Promise<void>;
}

/** `next` resolves with the first news after its call, or with the signal. */
interface News {
  next(): Promise<void>;
  close(): void;
}

export interface PeriodicWork {
  /** Start of the next pass: milliseconds after the end of the last one, or news of this subscription. */
  due: number | ((signal: AbortSignal) => News);
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
    const [everyMs, news] = typeof due === 'number' ? [due] : [0, due(signal)];
    for (let nth = 0; !signal.aborted; nth += 1) {
      // Called before the pass, so that news during the pass counts too.
      const woken = news?.next();
      await pass(signal, nth).catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
      await (woken ?? sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined));
    }
    news?.close();
  }
}
