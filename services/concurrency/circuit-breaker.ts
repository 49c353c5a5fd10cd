/** Spares a service that keeps failing: after so many failures in a row, it is asked again only once a while has passed. */
export interface CircuitBreaker {
  /** Milliseconds until the next call may be tried; 0 where it may now. A caller that gets 0 from an open circuit is its probe. */
  waitMs(): number;
  succeeded(): void;
  failed(): void;
}

export interface CircuitBreakerOptions {
  nowMs(): number;
  failuresInRow: number;
  restMs: number;
}

export function createCircuitBreaker({ nowMs, failuresInRow, restMs }: CircuitBreakerOptions): CircuitBreaker {
  let failures = 0;
  let closedUntilMs = 0;
  return {
    waitMs() {
      if (failures < failuresInRow) return 0;
      const waitMs = closedUntilMs - nowMs();
      if (waitMs > 0) return waitMs;
      // One probe at a time: the others wait for another rest, or until it has succeeded.
      closedUntilMs = nowMs() + restMs;
      return 0;
    },
    succeeded() {
      failures = 0;
    },
    failed() {
      failures += 1;
      if (failures >= failuresInRow) closedUntilMs = nowMs() + restMs;
    },
  };
}
