import { anyOf } from '../database/builder.ts';
import type { Sql } from '../database/database.ts';
import { pagesOf, type ReadRows } from '../database/pages-by-id.ts';
import { schedulableMonitors, type Schedulable } from './schedule/ensure-scheduled.ts';
import { jitterMs, periodMs, periodOf } from './schedule/pace.ts';
import { runKeyOf } from './schedule/run-key.ts';

// A strike that is later than this was lost by the server or with its workflow.
const OVERDUE_MS = 60_000;
// Runs are kept for 30 days: an older period may have had its run.
const KNOWN_FOR_MS = 29 * 86_400_000;

/** A period of an active monitor that has no run, not even a skipped one. */
export interface MissedPeriod {
  id: string;
  orgId: string;
  periodAt: Date;
  /** Whether its run can still start. */
  lasts: boolean;
}

/** The current and the previous period of each monitor, if they have no run. Earlier periods are not made up. */
export async function* missedPeriods(
  sql: Sql,
  { now, timeScale }: { now: Date; timeScale: number },
): AsyncGenerator<MissedPeriod> {
  const running = schedulableMonitors(sql)
    .where('status', '=', 'active')
    .where('wanted_at', 'is', null)
    .where('updated_at', '<', now);
  const read: ReadRows<Schedulable> = (after, limit) =>
    running.where('id', '>', after).orderBy('id').limit(limit).execute();
  for await (const monitors of pagesOf(read)) {
    const due = monitors.flatMap((monitor) => duePeriods(monitor, timeScale, now));
    const keys = due.map(({ id, periodAt }) => runKeyOf(id, periodAt));
    const runs = await sql.builder.selectFrom('monitor_runs').select('id').where('id', '=', anyOf(keys)).execute();
    const known = new Set(runs.map(({ id }) => id));
    yield* due.filter((_, index) => !known.has(keys[index] ?? ''));
  }
}

/** A monitor that was changed or resumed after a period began waits for the next one. */
function duePeriods({ id, orgId, updatedAt, ...monitor }: Schedulable, timeScale: number, now: Date): MissedPeriod[] {
  const pace = { ...monitor, timeScale };
  const settledBy = now.getTime() - jitterMs(pace) - OVERDUE_MS;
  const current = periodOf(pace, now);
  const previous = periodOf(pace, new Date(now.getTime() - periodMs(pace)));
  const periods = [
    ...(previous ? [{ id, orgId, periodAt: previous, lasts: false }] : []),
    ...(current ? [{ id, orgId, periodAt: current, lasts: true }] : []),
  ];
  return periods.filter(
    ({ periodAt }) =>
      periodAt > updatedAt && periodAt.getTime() <= settledBy && now.getTime() - periodAt.getTime() < KNOWN_FOR_MS,
  );
}
