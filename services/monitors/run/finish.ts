import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Clock } from '../../core/clock.ts';
import { settleHold } from '../../billing/ledger.ts';
import type { Database, Sql } from '../../database/database.ts';
import { judgeNovelty, type NoveltyJudgement } from '../novelty/judge-novelty.ts';
import { deliverChanges } from '../pages/deliver-changes.ts';
import { dropSnapshots } from '../pages/snapshots.ts';
import { lockMonitor } from '../storage/monitor-lock.ts';
import { deliver, type DeliveryResult } from './deliver.ts';
import { countOutcomes, failUnfinished, failureReason, type SearchCounts } from './run-searches.ts';
import { recordOutcome, type EndedRun, type MonitorRunStatus } from './record-outcome.ts';

export interface FinishDeps {
  database: Database;
  clock: Clock;
  /** Counts the run's charge once it is committed. Absent: charges are not counted. */
  charged?: ((operation: string, credits: number) => void) | undefined;
}

/** How to end a run. */
export interface FinishOptions {
  /** Why searches have no outcome, in prose. */
  unfinishedReason: string;
  /**
   * For a run that cannot be ended normally: it fails, delivers and costs nothing, and the next run finds its
   * documents again.
   */
  givesUp?: boolean;
}

const GIVEN_UP = 'The results could not be delivered because of an internal error. The next run will find them again.';

// The operation of a run's charges, in the metrics.
const OPERATION = 'monitorRun';

type OpenRun = ColumnsOf<'monitor_runs', 'monitor_id' | 'status' | 'started_at' | 'requests_total'>;

/**
 * Ends a run once, in one transaction under its monitor's lock: judges the found documents, allocates the ids of the
 * run and its records, writes these, the changes of pages and the counts, charges the successful requests, and queues the webhook.
 *
 * @returns the status of the run after the call; undefined for an unknown run
 */
export async function finishRun(deps: FinishDeps, run: string, ending: FinishOptions): Promise<string | undefined> {
  const known = await deps.database.builder
    .selectFrom('monitor_runs')
    .select('monitor_id')
    .where('id', '=', run)
    .executeTakeFirst();
  if (!known) return undefined;
  let credits = 0;
  const status = await deps.database.transaction(async (sql) => {
    await lockMonitor(sql, known.monitor_id);
    const row = await sql.builder
      .selectFrom('monitor_runs as run')
      .innerJoin('monitors as monitor', 'monitor.id', 'run.monitor_id')
      .select(['run.monitor_id', 'run.status', 'run.started_at', 'run.requests_total'])
      .select('monitor.status as monitorStatus')
      .where('run.id', '=', run)
      .executeTakeFirst();
    if (!row || row.status !== 'running') return row?.status;
    if (row.monitorStatus === 'deleted') return abandon(deps, sql, run);
    return end(deps, sql, { ...ending, run, row, onCharge: (amount) => (credits = amount) });
  });
  if (credits > 0) deps.charged?.(OPERATION, credits);
  return status;
}

/** A run of a deleted monitor delivers nothing and costs nothing. */
async function abandon({ clock }: FinishDeps, sql: Sql, run: string): Promise<string> {
  await settleHold(sql, run, 0, clock.now());
  await sql.builder
    .updateTable('monitor_runs')
    .set({ status: 'failed', completed_at: clock.now(), turn_until: null })
    .where('id', '=', run)
    .execute();
  await sql.builder.deleteFrom('monitor_found').where('run', '=', run).execute();
  await dropSnapshots(sql, run);
  return 'failed';
}

interface RunToEnd extends FinishOptions {
  run: string;
  row: OpenRun;
  onCharge(credits: number): void;
}

async function end(
  { clock }: FinishDeps,
  sql: Sql,
  { run, row, unfinishedReason, givesUp = false, onCharge }: RunToEnd,
): Promise<string> {
  await failUnfinished(sql, { run, reason: unfinishedReason, now: clock.now() });
  const counts = await countOutcomes(sql, run);
  const status = givesUp ? 'failed' : statusOf(counts);
  const [numbered] = await sql.query<{ run_id: string }>(`select nextval('monitor_run_ids') as run_id`);
  const runId = numbered?.run_id ?? '0';
  const found = { run, runId, monitorId: row.monitor_id, now: clock.now() };
  const judged: NoveltyJudgement = givesUp ? { accepted: [], suppressed: [] } : await judgeNovelty(sql, found);
  const documents = await deliver(sql, { ...found, judged });
  const delivered = await withChanges(sql, { ...found, documents, givesUp });
  const reason = givesUp ? GIVEN_UP : await failureReason(sql, run, counts);
  const completedAt = clock.now();
  await sql.builder
    .updateTable('monitor_runs')
    .set({
      run_id: runId,
      status,
      status_reason: reason,
      completed_at: completedAt,
      first_record_id: delivered.firstRecordId,
      last_record_id: delivered.lastRecordId,
      record_count: delivered.count,
      requests_ok: counts.ok,
      requests_failed: counts.failed,
      turn_until: null,
    })
    .where('id', '=', run)
    .execute();
  const credits = givesUp ? 0 : counts.ok;
  await settleHold(sql, run, credits, completedAt);
  onCharge(credits);
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
  await recordOutcome(sql, ended);
  return status;
}

/** What a run delivers of its pages, behind its documents. */
async function withChanges(
  sql: Sql,
  {
    documents,
    givesUp,
    ...found
  }: { documents: DeliveryResult; givesUp: boolean } & Parameters<typeof deliverChanges>[1],
): Promise<DeliveryResult> {
  if (givesUp) await dropSnapshots(sql, found.run);
  const ids = givesUp ? [] : await deliverChanges(sql, found);
  return {
    firstRecordId: documents.count > 0 ? documents.firstRecordId : (ids[0] ?? '0'),
    lastRecordId: ids.at(-1) ?? documents.lastRecordId,
    count: documents.count + ids.length,
  };
}

function statusOf({ ok, failed }: SearchCounts): MonitorRunStatus {
  if (ok === 0) return 'failed';
  return failed === 0 ? 'completed' : 'partial';
}
