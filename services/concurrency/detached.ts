/** The work exceeded its time limit. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/**
 * Starts work that continues after its callers have given up, so that slow work is done once and serves the next
 * caller. A waiting caller receives a failure; without one the failure is dropped.
 *
 * @throws TimeLimitError
 */
export function detached<Value>(withinMs: number, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  const deadline = AbortSignal.timeout(withinMs);
  const running = work(deadline).catch((error: unknown): never => {
    if (deadline.aborted) throw new TimeLimitError(`it did not answer within ${withinMs / 1_000} s`, { cause: error });
    throw error;
  });
  running.catch(() => {});
  return running;
}
