import { anyOf } from '../../database/builder.ts';
import type { Sql } from '../../database/database.ts';
import { jitterMs, nextPeriodAt, periodOf, type MonitorPace } from './pace.ts';
import { runKeyOf } from './run-key.ts';
import type { StoredMonitor } from '../storage/stored-monitors.ts';

/** A monitor as its organization sees it. */
export interface SeenMonitor extends StoredMonitor {
  /** The start of its next run's period, slightly in the past while that run is starting. Absent if it does not run. */
  nextRunAt?: Date;
}

/** @param timeScale QUARRY_TIME_SCALE */
export async function withNextRun(
  sql: Sql,
  monitors: readonly StoredMonitor[],
  { now, timeScale }: { now: Date; timeScale: number },
): Promise<SeenMonitor[]> {
  const due = monitors.map((monitor) => duePeriodOf(monitor, { ...monitor, timeScale }, now));
  const runs = monitors.map(({ id }, index) => (due[index] ? runKeyOf(id, due[index]) : ''));
  const begun = due.some((periodAt) => periodAt)
    ? await sql.builder.selectFrom('monitor_runs').select('id').where('id', '=', anyOf(runs)).execute()
    : [];
  const isBegun = new Set(begun.map(({ id }) => id));
  return monitors.map((monitor, index) => {
    if (monitor.status !== 'active') return monitor;
    const dueAt = isBegun.has(runs[index] ?? '') ? undefined : due[index];
    return { ...monitor, nextRunAt: monitor.wantedAt ?? dueAt ?? nextPeriodAt({ ...monitor, timeScale }, now) };
  });
}

/** The current period if its run may still start. A monitor that was resumed in it waits for the next period. */
function duePeriodOf({ status, updatedAt }: StoredMonitor, pace: MonitorPace, now: Date): Date | undefined {
  const periodAt = status === 'active' ? periodOf(pace, now) : undefined;
  return periodAt && updatedAt < periodAt && now.getTime() < periodAt.getTime() + jitterMs(pace) ? periodAt : undefined;
}
