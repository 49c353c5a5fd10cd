const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const TOLERANCE = 0.1;
// The random share of the tolerance; the rest covers the time that starting an attempt takes.
const JITTER = 0.09;

/** Times of the attempts relative to the first one. @see docs/rules.md#webhooks */
export const OFFSETS_MS: readonly number[] = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

export interface FailedAttempt {
  /** From 1. */
  attempt: number;
  firstAt: Date;
  /** Start of this attempt. */
  at: Date;
  /** End of this attempt. */
  now: Date;
  /** Delay from `now` that the receiver requested; 0: none. */
  retryAfterMs: number;
  /** QUARRY_TIME_SCALE. It does not scale `retryAfterMs`. */
  timeScale: number;
  /** From 0 to 1. */
  random: number;
}

/**
 * Time of the next attempt, within ±10 %; undefined after the last one. An attempt that is late, after an outage or at
 * the receiver's request, delays all later ones, so that overdue attempts are not made in one burst.
 */
export function nextAttemptAt({
  attempt,
  firstAt,
  at,
  now,
  retryAfterMs,
  timeScale,
  random,
}: FailedAttempt): Date | undefined {
  const offsetMs = OFFSETS_MS[attempt];
  if (offsetMs === undefined) return undefined;
  const latestOffsetMs = ((OFFSETS_MS[attempt - 1] ?? 0) * (1 + TOLERANCE)) / timeScale;
  const baseMs = Math.max(firstAt.getTime(), at.getTime() - latestOffsetMs);
  const plannedMs = baseMs + (offsetMs / timeScale) * (1 + JITTER * (2 * random - 1));
  return new Date(Math.round(Math.max(plannedMs, now.getTime() + retryAfterMs)));
}
