/** Work did not end in its time. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/**
 * Starts work that goes on when those who wait for it have given up, so that slow work is done once, for who asks next.
 * A caller that waits gets its failure; without one the failure is dropped.
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
