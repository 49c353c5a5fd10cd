import type { ColumnsOf } from '../../entities/row-types.ts';
import type { Clock } from '../core/clock.ts';
import { isUnavailable } from '../database/unavailable.ts';
import type { Database, Sql } from '../database/database.ts';
import { actingFor } from '../database/roles/acting.ts';
import { rowsOfPages } from '../database/pages-by-id.ts';
import type { WorkflowClient } from '../temporal/workflow-client.ts';
import { startPeriodic, type Periodic } from '../concurrency/periodic.ts';
import { settleEach } from '../concurrency/settle-each.ts';
import {
  ensureScheduled,
  schedulableMonitors,
  type EnsureMonitorScheduledDeps,
  type Schedulable,
} from './schedule/ensure-scheduled.ts';
import type { MonitorRuns } from './run/monitor-runs.ts';
import { forgetMonitor } from './forget-monitor.ts';
import { missedPeriods, type MissedPeriod } from './missed-periods.ts';

const EVERY_MS = 30_000;
// Every so many passes the reconciler checks all schedules, for a server that lost them.
const PASSES_UNTIL_ALL = 10;
// The process that wrote a row gets the first chance to act on it.
const LEFT_ALONE_MS = 10_000;
// Judging a large run and deleting a monitor with many records take longer.
const LONG_WORK_MS = 5 * 60_000;
// Failed passes after which a lost run is given up.
const PASSES_TO_DELIVER = 3;

export interface MonitorReconcilerDeps extends EnsureMonitorScheduledDeps {
  database: Database;
  /** Reads the monitors of all organizations. */
  background: Sql;
  clock: Clock;
  workflows: EnsureMonitorScheduledDeps['workflows'] &
    Pick<WorkflowClient, 'monitorRunState' | 'dropMonitorSchedule' | 'startMissedRun'>;
  runs: Pick<MonitorRuns, 'begin' | 'finish'>;
  onError(error: unknown): void;
}

/** Repairs differences between PostgreSQL and Temporal after a crash. Several may run at once. */
export function startMonitorReconciler(deps: MonitorReconcilerDeps): Periodic {
  const failures: MonitorFailures = new Map();
  return startPeriodic({
    due: EVERY_MS,
    onError: deps.onError,
    pass: (signal, nth) => settleMonitors(deps, nth % PASSES_UNTIL_ALL === 0 ? 'all' : 'unsettled', signal, failures),
  });
}

/** Number of failed attempts to end a lost run, by its key. */
export type MonitorFailures = Map<string, number>;

/**
 * One pass: aligns schedules with their rows, begins wanted and missed runs, ends runs whose workflow is gone, and
 * finishes deletions. Ends early with the signal.
 *
 * @param failures kept from pass to pass
 * @param which `unsettled`: monitors that a crash left half done; `all`: every one
 */
export async function settleMonitors(
  deps: MonitorReconcilerDeps,
  which: 'unsettled' | 'all',
  signal: AbortSignal,
  failures: MonitorFailures,
): Promise<void> {
  const { database, background, clock, timeScale, onError } = deps;
  const now = clock.now();
  const before = new Date(now.getTime() - LEFT_ALONE_MS);
  await settleEach(monitorsBefore(background, before), {
    what: 'monitors',
    signal,
    onError,
    settle: (monitor) => actingFor(monitor.orgId, () => ensureScheduled(deps, monitor, which)),
  });
  await settleEach(openRunsBefore(background, before), {
    what: 'runs of monitors',
    signal,
    onError,
    withinMs: LONG_WORK_MS,
    settle: (run) => actingFor(run.org_id, () => endIfLost(deps, run, failures)),
  });
  await settleEach(missedPeriods(background, { now, timeScale }), {
    what: 'missed runs of monitors',
    signal,
    onError,
    settle: (missed) => actingFor(missed.orgId, () => makeUp(deps, missed)),
  });
  await settleEach(deletedBefore(background, before), {
    what: 'deleted monitors',
    signal,
    onError,
    withinMs: LONG_WORK_MS,
    settle: ({ id, org_id: orgId }) =>
      actingFor(orgId, async () => {
        await deps.workflows.dropMonitorSchedule(id);
        await forgetMonitor(database, id, signal);
      }),
  });
}

function monitorsBefore(sql: Sql, before: Date): AsyncGenerator<Schedulable> {
  const monitors = schedulableMonitors(sql).where('updated_at', '<', before);
  return rowsOfPages((after, limit) => monitors.where('id', '>', after).orderBy('id').limit(limit).execute());
}

type OpenRun = ColumnsOf<'monitor_runs', 'id' | 'org_id' | 'workflow_id'>;

function openRunsBefore({ builder }: Sql, before: Date): AsyncGenerator<OpenRun> {
  const runs = builder
    .selectFrom('monitor_runs')
    .select(['id', 'org_id', 'workflow_id'])
    .where('completed_at', 'is', null)
    .where('started_at', '<', before);
  return rowsOfPages((after, limit) => runs.where('id', '>', after).orderBy('id').limit(limit).execute());
}

function deletedBefore({ builder }: Sql, before: Date): AsyncGenerator<ColumnsOf<'monitors', 'id' | 'org_id'>> {
  const monitors = builder
    .selectFrom('monitors')
    .select(['id', 'org_id'])
    .where('status', '=', 'deleted')
    .where('deleted_at', '<', before);
  return rowsOfPages((after, limit) => monitors.where('id', '>', after).orderBy('id').limit(limit).execute());
}

/** Starts the run of the current period. A past period gets a skipped run, which says that it was missed. */
async function makeUp(
  { workflows, runs }: MonitorReconcilerDeps,
  { id, orgId, periodAt, lasts }: MissedPeriod,
): Promise<void> {
  if (lasts) await workflows.startMissedRun({ monitorId: id, orgId, periodAt });
  else await runs.begin({ monitorId: id, workflowId: '', at: periodAt, isWanted: false });
}

async function endIfLost(deps: MonitorReconcilerDeps, run: OpenRun, failures: MonitorFailures): Promise<void> {
  if ((await deps.workflows.monitorRunState(run.workflow_id)) !== 'open') await endLost(deps, run.id, failures);
}

/** A run that could not be ended in several passes is given up. */
async function endLost({ runs }: MonitorReconcilerDeps, run: string, failures: MonitorFailures): Promise<void> {
  const failed = failures.get(run) ?? 0;
  try {
    await runs.finish(run, { unfinishedReason: 'The run was lost on our side.', givesUp: failed >= PASSES_TO_DELIVER });
    failures.delete(run);
  } catch (error) {
    if (!isUnavailable(error)) failures.set(run, failed + 1);
    throw error;
  }
}
