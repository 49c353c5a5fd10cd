import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 20;

/** The first value that passes, asked for again and again; the last one once the time is over, for the assertion to judge. */
export async function eventually<T>(
  withinMs: number,
  ask: () => Promise<T>,
  passes: (value: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await ask();
    if (passes(value) || Date.now() > deadline) return value;
    await sleep(EVERY_MS);
  }
}
