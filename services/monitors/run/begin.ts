import type { Clock } from '../../core/clock.ts';
import type { Database, Sql } from '../../database/database.ts';
import { lockMonitor } from '../storage/monitor-lock.ts';
import { periodMs, periodOf, runBudgetMs } from '../schedule/pace.ts';
import { runKeyOf } from '../schedule/run-key.ts';
import { insertRun, type RunnableMonitor } from './insert-run.ts';
import { countPages } from './run-searches.ts';
import { insertSkipped } from './skip.ts';

export interface BeginOptions {
  monitorId: string;
  workflowId: string;
  /** When its schedule fired, or when the run was requested. */
  at: Date;
  /** Whether the creation or a trigger requested it. */
  isWanted: boolean;
}

export interface MonitorRunStart {
  run: string;
  requests: number;
  /** How many of the requests are pages. */
  pages: number;
  /** Time limit of the run in milliseconds. */
  budgetMs: number;
}

export interface BeginDeps {
  database: Database;
  clock: Clock;
  /** QUARRY_TIME_SCALE. */
  timeScale: number;
}

const MISSED = 'The service was down or overloaded for the whole of the period.';

/**
 * Starts the run of a period once. Undefined if there is nothing to run: the period already has its run, or it is over.
 * A skipped run, and a period that has just ended without a run, get a row.
 */
export function beginRun(deps: BeginDeps, beginning: BeginOptions): Promise<MonitorRunStart | undefined> {
  return deps.database.transaction(async (sql) => {
    await lockMonitor(sql, beginning.monitorId);
    const monitor = await findRunnable(sql, beginning.monitorId);
    return monitor && beginPeriod(deps, sql, monitor, beginning);
  });
}

function findRunnable({ builder }: Sql, monitorId: string): Promise<RunnableMonitor | undefined> {
  return builder
    .selectFrom('monitors as monitor')
    .innerJoin('organizations as organization', 'organization.id', 'monitor.org_id')
    .select(['monitor.id', 'monitor.org_id', 'monitor.status'])
    .select(['monitor.cadence_seconds', 'monitor.anchor_at', 'monitor.wanted_at', 'organization.suspended_at'])
    .where('monitor.id', '=', monitorId)
    .where('monitor.status', 'in', ['active', 'paused'])
    .executeTakeFirst();
}

async function beginPeriod(
  deps: BeginDeps,
  sql: Sql,
  monitor: RunnableMonitor,
  beginning: BeginOptions,
): Promise<MonitorRunStart | undefined> {
  const now = deps.clock.now();
  const pace = { cadenceSeconds: monitor.cadence_seconds, anchorAt: monitor.anchor_at, timeScale: deps.timeScale };
  const periodAt = beginning.isWanted ? beginning.at : periodOf(pace, beginning.at);
  if (!periodAt) return undefined;
  const run = runKeyOf(monitor.id, periodAt);
  const budgetMs = runBudgetMs(pace, now.getTime() - periodAt.getTime());
  const known = await sql.builder
    .selectFrom('monitor_runs')
    .select(['workflow_id', 'requests_total', 'completed_at'])
    .where('id', '=', run)
    .executeTakeFirst();
  // A retry of this activity finds the run that the first attempt started. If two workflows serve one period, one of
  // them has its run.
  if (known)
    return known.completed_at || known.workflow_id !== beginning.workflowId
      ? undefined
      : { run, requests: known.requests_total, pages: await countPages(sql, run), budgetMs };
  const periodsSince = beginning.isWanted ? 0 : Math.floor((now.getTime() - periodAt.getTime()) / periodMs(pace));
  if (isVoid(monitor, beginning, periodsSince)) return undefined;
  if (monitor.suspended_at) return disable(sql, monitor, now);
  await sql.builder
    .updateTable('monitors')
    .set({ wanted_at: null })
    .where('id', '=', monitor.id)
    .where('wanted_at', '=', periodAt)
    .execute();
  const row = { run, monitor, periodAt, now, workflowId: beginning.workflowId };
  const requests = periodsSince > 0 ? { skipped: MISSED } : await insertRun(sql, row);
  return 'skipped' in requests
    ? insertSkipped(sql, { ...row, monitorId: monitor.id, orgId: monitor.org_id, reason: requests.skipped })
    : { run, ...requests, budgetMs };
}

/** A cancelled run does not start. Among several past periods, only the last one gets a skipped run. */
function isVoid(monitor: RunnableMonitor, { at, isWanted }: BeginOptions, periodsSince: number): boolean {
  if (isWanted) return monitor.wanted_at?.getTime() !== at.getTime();
  return periodsSince > 1 || (periodsSince === 1 && monitor.status === 'paused');
}

/** A suspended organization runs nothing; its monitors wait until the suspension ends. */
async function disable({ builder }: Sql, { id }: RunnableMonitor, now: Date): Promise<undefined> {
  await builder
    .updateTable('monitors')
    .set((monitor) => ({
      status: 'disabled',
      wanted_at: null,
      revision: monitor('revision', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute();
}
