import { setImmediate } from 'node:timers/promises';

/** Reads that many ask for at one moment: those who ask for the same before it begins get one answer. */
export type SharedReads = <T>(key: string, read: () => Promise<T>) => Promise<T>;

/**
 * @param atOnce reads that go on side by side; the others wait, so that a crowd leaves connections to other callers
 */
export function createSharedReads(atOnce: number): SharedReads {
  // Of reads that have not begun: what one sees that began earlier may be older than what a later caller was told of.
  const waiting = new Map<string, Promise<unknown>>();
  const queue: Array<() => void> = [];
  let going = 0;

  async function turn(): Promise<void> {
    if (going >= atOnce) await new Promise<void>((resolve) => queue.push(resolve));
    else going += 1;
  }

  /** Hands the turn on, or gives it up. */
  function done(): void {
    const next = queue.shift();
    if (next) next();
    else going -= 1;
  }

  async function inTurn<T>(key: string, read: () => Promise<T>): Promise<T> {
    await turn();
    // Those whom one notification wakes ask one after the other.
    await setImmediate();
    waiting.delete(key);
    try {
      return await read();
    } finally {
      done();
    }
  }

  return <T>(key: string, read: () => Promise<T>) => {
    const joined = waiting.get(key);
    if (joined) return joined as Promise<T>;
    const reading = inTurn(key, read);
    waiting.set(key, reading);
    return reading;
  };
}
