import { placeHold } from '../../billing/ledger.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database, Sql } from '../../database/database.ts';
import { lockMonitor } from '../rows/monitor-lock.ts';
import { periodMs, periodOf, runBudgetMs } from '../schedule/pace.ts';
import { runKeyOf } from '../schedule/run-key.ts';
import { insertSkipped } from './skip.ts';

export interface Beginning {
  monitorId: string;
  workflowId: string;
  /** When its schedule struck, or when the run was requested. */
  at: Date;
  /** Whether the creation or a trigger requested it. */
  isWanted: boolean;
}

export interface MonitorRunStart {
  run: string;
  requests: number;
  /** Milliseconds within which the run has to end. */
  budgetMs: number;
}

export interface BeginDeps {
  database: Database;
  clock: Clock;
  /** QUARRY_TIME_SCALE. */
  timeScale: number;
}

const MISSED = 'The service was down or overloaded for the whole of the period.';

interface KnownRun {
  workflow_id: string;
  requests_total: number;
  completed_at: Date | null;
}

interface MonitorRow {
  id: string;
  org_id: string;
  status: string;
  cadence_seconds: number;
  anchor_at: Date;
  wanted_at: Date | null;
  suspended: boolean;
}

/**
 * Begins the run of a period, once. Undefined where there is nothing to run: the period has had its run or has passed, or its
 * run is skipped, which is a row. So is a period that has just passed without one.
 */
export function beginRun(deps: BeginDeps, beginning: Beginning): Promise<MonitorRunStart | undefined> {
  return deps.database.transaction(async (sql) => {
    await lockMonitor(sql, beginning.monitorId);
    const [monitor] = await sql.query<MonitorRow & Record<string, unknown>>(
      `select m.id, m.org_id, m.status, m.cadence_seconds, m.anchor_at, m.wanted_at, o.suspended_at is not null as suspended
       from monitors m join organizations o on o.id = m.org_id where m.id = $1 and m.status in ('active', 'paused')`,
      [beginning.monitorId],
    );
    return monitor && beginPeriod(deps, sql, monitor, beginning);
  });
}

async function beginPeriod(
  deps: BeginDeps,
  sql: Sql,
  monitor: MonitorRow,
  beginning: Beginning,
): Promise<MonitorRunStart | undefined> {
  const now = deps.clock.now();
  const pace = { cadenceSeconds: monitor.cadence_seconds, anchorAt: monitor.anchor_at, timeScale: deps.timeScale };
  const periodAt = beginning.isWanted ? beginning.at : periodOf(pace, beginning.at);
  if (!periodAt) return undefined;
  const run = runKeyOf(monitor.id, periodAt);
  const budgetMs = runBudgetMs(pace, now.getTime() - periodAt.getTime());
  const [known] = await sql.query<KnownRun & Record<string, unknown>>(
    'select workflow_id, requests_total, completed_at from monitor_runs where id = $1',
    [run],
  );
  // A second try of this activity finds what the first one has begun. Of two workflows of a period one has its run.
  if (known)
    return known.completed_at || known.workflow_id !== beginning.workflowId
      ? undefined
      : { run, requests: known.requests_total, budgetMs };
  const periodsSince = beginning.isWanted ? 0 : Math.floor((now.getTime() - periodAt.getTime()) / periodMs(pace));
  if (isVoid(monitor, beginning, periodsSince)) return undefined;
  if (monitor.suspended) return disable(sql, monitor, now);
  await sql.query('update monitors set wanted_at = null where id = $1 and wanted_at = $2', [monitor.id, periodAt]);
  const row = { run, monitor, periodAt, now, workflowId: beginning.workflowId };
  const requests = periodsSince > 0 ? { skipped: MISSED } : await insertRun(sql, row);
  return typeof requests === 'number'
    ? { run, requests, budgetMs }
    : insertSkipped(sql, { ...row, monitorId: monitor.id, orgId: monitor.org_id, reason: requests.skipped });
}

/** A run that was called off does not begin. Only the last of several past periods gets a skipped run. */
function isVoid(monitor: MonitorRow, { at, isWanted }: Beginning, periodsSince: number): boolean {
  if (isWanted) return monitor.wanted_at?.getTime() !== at.getTime();
  return periodsSince > 1 || (periodsSince === 1 && monitor.status === 'paused');
}

/** A suspended organization runs nothing; its monitors wait until the suspension ends. */
async function disable(sql: Sql, { id }: MonitorRow, now: Date): Promise<undefined> {
  await sql.query(
    `update monitors set status = 'disabled', wanted_at = null, revision = revision + 1, updated_at = $2 where id = $1`,
    [id, now],
  );
}

interface NewRun {
  run: string;
  monitor: MonitorRow;
  periodAt: Date;
  now: Date;
  workflowId: string;
}

/** How many requests the monitor has, or why it does not run. */
async function insertRun(
  sql: Sql,
  { run, monitor, periodAt, now, workflowId }: NewRun,
): Promise<number | { skipped: string }> {
  if (monitor.status === 'paused') return { skipped: 'The monitor was paused.' };
  const open = await sql.query('select 1 from monitor_runs where monitor_id = $1 and completed_at is null', [
    monitor.id,
  ]);
  if (open.length > 0) return { skipped: 'The previous run was still going on.' };
  const [counted] = await sql.query<{ count: string }>(
    'select count(*) from monitor_requests where monitor_id = $1 and removed_at is null',
    [monitor.id],
  );
  const requests = Number(counted?.count);
  const held = await placeHold(
    sql,
    { orgId: monitor.org_id, businessKey: run, amount: requests, expiresAt: null },
    now,
  );
  if (held === 'insufficient')
    return { skipped: `The run needs ${requests} credits and the balance does not cover that.` };
  await sql.query(
    `insert into monitor_runs (id, monitor_id, org_id, workflow_id, status, period_at, started_at, requests_total) values ($1, $2, $3, $4, 'running', $5, $6, $7)`,
    [run, monitor.id, monitor.org_id, workflowId, periodAt, now, requests],
  );
  await sql.query(
    `insert into monitor_run_requests (run, request_id, ordinal)
     select $1, id, ordinal from monitor_requests where monitor_id = $2 and removed_at is null`,
    [run, monitor.id],
  );
  return requests;
}
