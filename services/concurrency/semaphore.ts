import { createOwnerCounts } from '../core/owner-counts.ts';

/** A number of slots; a caller waits for a free one. */
export interface Semaphore {
  /**
   * Runs `work` when a slot is free. `signal` ends only the wait; its reason is rethrown.
   *
   * @param owner shares the slots with other owners. A free slot goes to the owner with the fewest slots, among equals
   *   to the one served longest ago, and within an owner to the caller that has waited longest
   */
  run<T>(signal: AbortSignal, work: () => Promise<T>, owner?: string): Promise<T>;
  isUnused(): boolean;
}

export function createSemaphore(places: number): Semaphore {
  // Insertion order is the order of service.
  const waiting = new Map<string, Set<() => void>>();
  const taken = createOwnerCounts();
  let takenInAll = 0;

  const count = (owner: string, change: 1 | -1): void => {
    takenInAll += change;
    taken.change(owner, change);
  };

  function nextOwner(): string | undefined {
    let next: string | undefined;
    for (const owner of waiting.keys()) if (next === undefined || taken.of(owner) < taken.of(next)) next = owner;
    return next;
  }

  function leave(owner: string): void {
    count(owner, -1);
    const next = nextOwner();
    const line = next === undefined ? undefined : waiting.get(next);
    if (next === undefined || !line) return;
    const [proceed] = line;
    line.delete(proceed as () => void);
    waiting.delete(next);
    if (line.size > 0) waiting.set(next, line);
    count(next, 1);
    proceed?.();
  }

  function turn(owner: string, signal: AbortSignal): Promise<void> {
    const line = waiting.get(owner) ?? new Set();
    waiting.set(owner, line);
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        line.delete(proceed);
        if (line.size === 0 && waiting.get(owner) === line) waiting.delete(owner);
        reject(signal.reason as Error);
      };
      const proceed = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      line.add(proceed);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  return {
    isUnused: () => takenInAll === 0,
    async run(signal, work, owner = '') {
      signal.throwIfAborted();
      if (takenInAll < places) count(owner, 1);
      else await turn(owner, signal);
      try {
        return await work();
      } finally {
        leave(owner);
      }
    },
  };
}
