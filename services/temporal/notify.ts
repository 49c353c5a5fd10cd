import { settledWithin } from '../concurrency/settled-within.ts';

const WITHIN_MS = 2_000;

/**
 * Notifies Temporal of a change that the database holds already, and waits at most two seconds: a reconciler repairs a
 * failed notification.
 */
export async function notify(telling: Promise<unknown>): Promise<void> {
  await settledWithin(
    WITHIN_MS,
    telling.catch(() => undefined),
  );
}
