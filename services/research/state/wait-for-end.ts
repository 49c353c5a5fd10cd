import type { Notifications } from '../../database/notifications.ts';

/** Channel on which the id of every run that ended is told. */
export const RUN_ENDED = 'agent_run_ended';

/** Resolves when the run is said to have ended, or when the signal aborts. */
export type WaitForEnd = (runId: string, signal: AbortSignal) => Promise<void>;

export function createWaitForEnd(notifications: Notifications): WaitForEnd {
  return (runId, signal) =>
    new Promise((resolve) => {
      const stop = notifications.listen(RUN_ENDED, (payload) => {
        // An empty payload says that notifications may have been missed: look.
        if (payload === runId || payload === '') done();
      });
      function done(): void {
        stop();
        signal.removeEventListener('abort', done);
        resolve();
      }
      if (signal.aborted) done();
      else signal.addEventListener('abort', done, { once: true });
    });
}
