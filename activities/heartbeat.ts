import { heartbeat } from '@temporalio/activity';

const EVERY_MS = 2_000;

/** Beats while the work runs: without heartbeats neither a lost worker is noticed nor a cancellation delivered. */
export async function withHeartbeat<T>(work: () => Promise<T>): Promise<T> {
  const beat = setInterval(heartbeat, EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}
