import { endedWithin } from '../concurrency/within.ts';

const WITHIN_MS = 2_000;

/** Tells Temporal what the database holds already, and waits no longer than two seconds: a keeper makes up for what fails. */
export async function toldSoon(telling: Promise<unknown>): Promise<void> {
  await endedWithin(WITHIN_MS, telling.catch(() => undefined));
}
