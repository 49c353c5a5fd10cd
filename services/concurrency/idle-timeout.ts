/** A time limit that every sign of activity resets. */
export interface IdleTimeout {
  /** Aborts when the limit passes or the outer signal does, with the reason of the first of them. */
  signal: AbortSignal;
  /** Restarts the limit. */
  renew(): void;
  /** Stops the limit until the next restart. */
  pause(): void;
}

export function startIdleTimeout(limitMs: number, outer: AbortSignal): IdleTimeout {
  const limit = new AbortController();
  const lapse = () => limit.abort(new DOMException(`nothing came within ${limitMs} ms`, 'TimeoutError'));
  let timer = setTimeout(lapse, limitMs);
  const pause = () => clearTimeout(timer);
  return {
    signal: AbortSignal.any([outer, limit.signal]),
    renew() {
      pause();
      timer = setTimeout(lapse, limitMs);
    },
    pause,
  };
}
