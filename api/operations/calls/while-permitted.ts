// A revocation is known to `permit` within half a second, so a stream has ended within a second of it.
const CHECK_EVERY_MS = 250;

/** Ends the work of one call once its caller has lost its permission. */
export interface PermitGuard {
  /** Aborts with the call, and with the refusal once the caller has lost its permission. */
  signal: AbortSignal;
  /** Sends events while the caller has its permission, also while none come. @throws ServiceError the refusal */
  during<T>(events: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T>;
}

/**
 * @param signal of the call
 * @param permit checks the caller again; it throws the refusal
 */
export function guardPermit(signal: AbortSignal, permit: () => Promise<unknown>): PermitGuard {
  const refused = new AbortController();
  const either = AbortSignal.any([signal, refused.signal]);
  return {
    signal: either,
    async *during(events) {
      const check = setInterval(() => {
        permit().catch((error: unknown) => refused.abort(error));
      }, CHECK_EVERY_MS);
      try {
        for await (const event of events) {
          refused.signal.throwIfAborted();
          yield event;
        }
      } finally {
        clearInterval(check);
      }
    },
  };
}
