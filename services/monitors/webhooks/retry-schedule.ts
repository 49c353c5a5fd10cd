const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const TOLERANCE = 0.1;
// What is drawn leaves room for the time that it takes to begin an attempt.
const JITTER = 0.09;

/** When attempts are due, from the first one on. @see docs/rules.md#webhooks */
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
  /** When this one was made. */
  at: Date;
  /** When this one was over. */
  now: Date;
  /** What the receiver asked for, from now on; 0: nothing. */
  retryAfterMs: number;
  /** QUARRY_TIME_SCALE; it does not scale what the receiver asked for. */
  timeScale: number;
  /** From 0 to 1. */
  random: number;
}

/**
 * When the attempt after this one is due, within ±10 %; undefined when this was the last. What came late, by an outage or because
 * the receiver asked for it, moves all that follows: attempts that are overdue are not made in one burst.
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
