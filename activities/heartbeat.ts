import { heartbeat } from '@temporalio/activity';

const EVERY_MS = 2_000;

/**
 * Sends heartbeats while the work runs: without them Temporal neither notices a lost worker nor delivers a
 * cancellation.
 */
export async function withHeartbeat<T>(work: () => Promise<T>): Promise<T> {
  const beat = setInterval(heartbeat, EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}
