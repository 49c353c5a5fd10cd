const MINUTE_MS = 60_000;
const LONGEST_JITTER_MS = 15 * MINUTE_MS;
const SECOND_MS = 1_000;

/** The inputs of a monitor's run times. The scale is QUARRY_TIME_SCALE. */
export interface MonitorPace {
  cadenceSeconds: number;
  /** Periods are counted from here. */
  anchorAt: Date;
  timeScale: number;
}

/** The period in milliseconds, a whole number of seconds as schedules need, in this process's time scale. */
export function periodMs({ cadenceSeconds, timeScale }: Pick<MonitorPace, 'cadenceSeconds' | 'timeScale'>): number {
  return Math.max(1, Math.round(cadenceSeconds / timeScale)) * SECOND_MS;
}

/** The maximum delay of a run after the start of its period: monitors of one cadence do not all run at once. */
export function jitterMs(pace: Pick<MonitorPace, 'cadenceSeconds' | 'timeScale'>): number {
  return Math.floor(Math.min(periodMs(pace) / 10, LONGEST_JITTER_MS / pace.timeScale));
}

/** The start of the next period. */
export function nextPeriodAt(pace: MonitorPace, now: Date): Date {
  const period = periodMs(pace);
  const anchorMs = pace.anchorAt.getTime();
  const passed = Math.floor((now.getTime() - anchorMs) / period);
  return new Date(anchorMs + (Math.max(passed, 0) + 1) * period);
}

/**
 * The start of the period in which a schedule fired; undefined for the period at the anchor, which belongs to no
 * schedule.
 */
export function periodOf(pace: MonitorPace, struckAt: Date): Date | undefined {
  const period = periodMs(pace);
  const count = Math.floor((struckAt.getTime() - pace.anchorAt.getTime()) / period);
  return count < 1 ? undefined : new Date(pace.anchorAt.getTime() + count * period);
}

/** Periods are counted in whole seconds, as schedules are. */
export function anchorOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / SECOND_MS) * SECOND_MS);
}

/**
 * The time limit of a run: a minute before the start of the next period, however late the run started. A time scale
 * shortens the periods and not the work in them, so runs may overlap there.
 */
export function runBudgetMs(pace: Pick<MonitorPace, 'cadenceSeconds' | 'timeScale'>, lateByMs: number): number {
  const cadenceMs = pace.cadenceSeconds * SECOND_MS;
  const late = Math.max(lateByMs, 0);
  const passedMs = pace.timeScale === 1 ? late % cadenceMs : Math.min(late, jitterMs(pace));
  return Math.max(cadenceMs - MINUTE_MS - passedMs, MINUTE_MS);
}
