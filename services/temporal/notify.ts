import { settledWithin } from '../concurrency/settled-within.ts';

const WITHIN_MS = 2_000;

/** Tells Temporal what the database holds already, and waits no longer than two seconds: a reconciler makes up for what fails. */
export async function notify(telling: Promise<unknown>): Promise<void> {
  await settledWithin(
    WITHIN_MS,
    telling.catch(() => undefined),
  );
}
