const MINUTE_MS = 60_000;
const LONGEST_JITTER_MS = 15 * MINUTE_MS;
const SECOND_MS = 1_000;

/** What the times of a monitor's runs follow from. The scale is QUARRY_TIME_SCALE. */
export interface MonitorPace {
  cadenceSeconds: number;
  /** Periods are counted from here. */
  anchorAt: Date;
  timeScale: number;
}

/** Whole seconds, as a schedule wants them, in this process's time. */
export function periodMs({ cadenceSeconds, timeScale }: Pick<MonitorPace, 'cadenceSeconds' | 'timeScale'>): number {
  return Math.max(1, Math.round(cadenceSeconds / timeScale)) * SECOND_MS;
}

/** By how much a run may come later than its period begins: monitors of one cadence do not all run in one moment. */
export function jitterMs(pace: Pick<MonitorPace, 'cadenceSeconds' | 'timeScale'>): number {
  return Math.floor(Math.min(periodMs(pace) / 10, LONGEST_JITTER_MS / pace.timeScale));
}

/** When the next period begins. */
export function nextPeriodAt(pace: MonitorPace, now: Date): Date {
  const period = periodMs(pace);
  const anchorMs = pace.anchorAt.getTime();
  const passed = Math.floor((now.getTime() - anchorMs) / period);
  return new Date(anchorMs + (Math.max(passed, 0) + 1) * period);
}

/** The beginning of the period in which a schedule struck; undefined for the anchor's own, which is no schedule's. */
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
 * How long a run may take: until a minute before the next period begins, however late it was taken up. In a rehearsal only
 * the periods are short, not what is done in them, so runs may overlap there.
 */
export function runBudgetMs(pace: Pick<MonitorPace, 'cadenceSeconds' | 'timeScale'>, lateByMs: number): number {
  const cadenceMs = pace.cadenceSeconds * SECOND_MS;
  const late = Math.max(lateByMs, 0);
  const passedMs = pace.timeScale === 1 ? late % cadenceMs : Math.min(late, jitterMs(pace));
  return Math.max(cadenceMs - MINUTE_MS - passedMs, MINUTE_MS);
}
