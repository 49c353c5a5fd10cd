const DAY_MS = 86_400_000;

/** The inputs of a source's poll times, from its row and QUARRY_TIME_SCALE. */
export interface SourcePace {
  createdAt: Date;
  cadenceSeconds: number;
  lastPolledAt?: Date | null | undefined;
  consecutiveFailures: number;
  timeScale: number;
}

/** The period in milliseconds, a whole number of seconds as schedules need, in this process's time scale. */
export function periodMs({ cadenceSeconds, timeScale }: Pick<SourcePace, 'cadenceSeconds' | 'timeScale'>): number {
  return Math.max(1, Math.round(cadenceSeconds / timeScale)) * 1_000;
}

/** When the next poll may run after failures in a row: the wait doubles with each failure, up to a day. */
export function nextAttemptAtMs(pace: SourcePace): number {
  if (!pace.lastPolledAt || pace.consecutiveFailures < 2) return 0;
  const period = periodMs(pace);
  const longest = Math.max(period, DAY_MS / pace.timeScale);
  const waitMs = Math.min(period * 2 ** (pace.consecutiveFailures - 1), longest);
  // A schedule does not fire to the millisecond: half a period is its tolerance.
  return pace.lastPolledAt.getTime() + waitMs - period / 2;
}

/** When the source is polled next: periods are counted from its creation. */
export function nextPollAt(pace: SourcePace, now: Date): Date {
  if (!pace.lastPolledAt) return now;
  const period = periodMs(pace);
  const anchor = Math.floor(pace.createdAt.getTime() / 1_000) * 1_000;
  const earliest = Math.max(now.getTime(), nextAttemptAtMs(pace));
  return new Date(anchor + (Math.floor((earliest - anchor) / period) + 1) * period);
}
