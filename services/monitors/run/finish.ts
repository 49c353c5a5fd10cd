import type { Clock } from '../../core/clock.ts';
import { settleHold } from '../../billing/ledger.ts';
import type { Database, Sql } from '../../database/database.ts';
import { judgeFound, type NoveltyJudgement } from '../novelty/judge-found.ts';
import { lockMonitor } from '../rows/monitor-lock.ts';
import { deliver, type Delivered } from './deliver.ts';
import { noteOutcome, type Counts, type EndedRun, type MonitorRunStatus } from './note-outcome.ts';

export interface FinishDeps {
  database: Database;
  clock: Clock;
}

/** How to end a run. */
export interface Ending {
  /** Why searches have no outcome, as prose. */
  unfinishedReason: string;
  /**
   * For a run that cannot be ended normally: it fails, delivers and costs nothing, and the next run finds its
   * documents again.
   */
  givesUp?: boolean;
}

const GIVEN_UP = 'What was found could not be delivered, by a fault on our side. The next run finds it again.';

interface RunRow {
  monitor_id: string;
  org_id: string;
  status: string;
  started_at: Date;
  requests_total: number;
  is_gone: boolean;
}

/**
 * Ends a run once, in one transaction under its monitor's lock: judges what was found, allocates the ids of the run and its
 * records, writes these and the counts, charges what succeeded, and leaves the webhook to be sent.
 *
 * @returns the status in which the run is then; undefined when there is no such run
 */
export async function finishRun(deps: FinishDeps, run: string, ending: Ending): Promise<string | undefined> {
  const [known] = await deps.database.query<{ monitor_id: string }>(
    'select monitor_id from monitor_runs where id = $1',
    [run],
  );
  if (!known) return undefined;
  return deps.database.transaction(async (sql) => {
    await lockMonitor(sql, known.monitor_id);
    const [row] = await sql.query<RunRow & Record<string, unknown>>(
      `select r.monitor_id, r.org_id, r.status, r.started_at, r.requests_total, m.status = 'deleted' as is_gone
       from monitor_runs r join monitors m on m.id = r.monitor_id where r.id = $1`,
      [run],
    );
    if (!row || row.status !== 'running') return row?.status;
    return row.is_gone ? abandon(deps, sql, run) : end(deps, sql, { ...ending, run, row });
  });
}

/** A monitor that was deleted meanwhile gets no delivery and no charge. */
async function abandon({ clock }: FinishDeps, sql: Sql, run: string): Promise<string> {
  await settleHold(sql, run, 0, clock.now());
  await sql.query(`update monitor_runs set status = 'failed', completed_at = $2, turn_until = null where id = $1`, [
    run,
    clock.now(),
  ]);
  await sql.query('delete from monitor_found where run = $1', [run]);
  return 'failed';
}

interface RunToEnd extends Ending {
  run: string;
  row: RunRow;
}

async function end(
  { clock }: FinishDeps,
  sql: Sql,
  { run, row, unfinishedReason, givesUp = false }: RunToEnd,
): Promise<string> {
  await sql.query(
    `update monitor_run_requests set status = 'failed', completed_at = $2, reason = case when reason = '' then $3 else reason end where run = $1 and status is null`,
    [run, clock.now(), unfinishedReason],
  );
  const counts = await countOutcomes(sql, run);
  const status = givesUp ? 'failed' : statusOf(counts);
  const [numbered] = await sql.query<{ run_id: string }>(`select nextval('monitor_run_ids') as run_id`);
  const runId = numbered?.run_id ?? '0';
  const found = { run, runId, monitorId: row.monitor_id, now: clock.now() };
  const judged: NoveltyJudgement = givesUp ? { accepted: [], suppressed: [] } : await judgeFound(sql, found);
  const delivered: Delivered = await deliver(sql, { ...found, judged });
  const reason = givesUp ? GIVEN_UP : await reasonOf(sql, run, status, counts);
  const completedAt = clock.now();
  await sql.query(
    `update monitor_runs set run_id = $2, status = $3, status_reason = $4, completed_at = $5, first_record_id = $6, last_record_id = $7, record_count = $8,
       requests_ok = $9, requests_failed = $10, turn_until = null where id = $1`,
    [
      run,
      runId,
      status,
      reason,
      completedAt,
      delivered.firstRecordId,
      delivered.lastRecordId,
      delivered.count,
      counts.ok,
      counts.failed,
    ],
  );
  await settleHold(sql, run, givesUp ? 0 : counts.ok, completedAt);
  const ended: EndedRun = {
    run,
    runId,
    monitorId: row.monitor_id,
    status,
    reason,
    startedAt: row.started_at,
    completedAt,
    delivered,
    counts,
    total: row.requests_total,
  };
  await noteOutcome(sql, ended);
  return status;
}

async function countOutcomes(sql: Sql, run: string): Promise<Counts> {
  const [counted] = await sql.query<{ ok: string; failed: string }>(
    `select count(*) filter (where status = 'ok') as ok, count(*) filter (where status = 'failed') as failed from monitor_run_requests where run = $1`,
    [run],
  );
  return { ok: Number(counted?.ok), failed: Number(counted?.failed) };
}

function statusOf({ ok, failed }: Counts): MonitorRunStatus {
  if (ok === 0) return 'failed';
  return failed === 0 ? 'completed' : 'partial';
}

const LONGEST_REASON = 500;

/** Empty if all searches succeeded; else how many failed, and the reason of the first. */
async function reasonOf(sql: Sql, run: string, status: MonitorRunStatus, { ok, failed }: Counts): Promise<string> {
  if (status === 'completed') return '';
  const [first] = await sql.query<{ reason: string }>(
    `select reason from monitor_run_requests where run = $1 and status = 'failed' order by ordinal limit 1`,
    [run],
  );
  return `${failed} of ${ok + failed} searches failed. ${first?.reason ?? ''}`.slice(0, LONGEST_REASON).trim();
}
