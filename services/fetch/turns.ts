/** A number of places; who finds none free waits, in order. */
export interface Turns {
  /** Runs `work` when a place is free. `signal` ends the waiting only; its reason is rethrown. */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  isUnused(): boolean;
}

export function createTurns(places: number): Turns {
  const waiting = new Set<() => void>();
  let taken = 0;

  function leave(): void {
    const [next] = waiting;
    if (!next) {
      taken -= 1;
      return;
    }
    // The place is handed over, so the count stays as it is.
    waiting.delete(next);
    next();
  }

  return {
    isUnused: () => taken === 0,
    async run(signal, work) {
      signal.throwIfAborted();
      if (taken < places) taken += 1;
      else await turn(waiting, signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

function turn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      waiting.delete(proceed);
      reject(signal.reason as Error);
    };
    const proceed = () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    waiting.add(proceed);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
