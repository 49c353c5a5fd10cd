/** Protects a failing service: after this many consecutive failures, the next call waits for a pause. */
export interface CircuitBreaker {
  /**
   * Milliseconds until the next call is allowed; 0 if it is allowed now. A caller that gets 0 from an open circuit is
   * its probe.
   */
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
      // One probe at a time: other callers wait for another pause, or for its success.
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
