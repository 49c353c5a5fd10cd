import type { Sql } from '../../database/database.ts';
import type { WorkflowClient } from '../../temporal/workflow-client.ts';
import { jitterMs, periodMs } from './pace.ts';

export interface EnsureMonitorScheduledDeps {
  database: Sql;
  workflows: Pick<WorkflowClient, 'putMonitorSchedule' | 'dropMonitorSchedule' | 'startMonitorRun'>;
  /** QUARRY_TIME_SCALE. */
  timeScale: number;
}

export interface Schedulable {
  id: string;
  orgId: string;
  status: string;
  cadenceSeconds: number;
  anchorAt: Date;
  wantedAt: Date | null;
  updatedAt: Date;
  revision: number;
  /** As the server has been told; null: nothing yet. */
  scheduledRevision: number | null;
  scheduledPeriodMs: string | null;
}

const COLUMNS = `id, org_id as "orgId", status, cadence_seconds as "cadenceSeconds", anchor_at as "anchorAt", wanted_at as "wantedAt", updated_at as "updatedAt", revision,
  scheduled_revision as "scheduledRevision", scheduled_period_ms as "scheduledPeriodMs"`;

export const SELECT_SCHEDULABLE = `select ${COLUMNS} from monitors`;

/**
 * Brings a monitor's schedule to what its row says, and begins the run that is wanted. Safe to repeat.
 *
 * @param which `unsettled`: a schedule that the server was told is not asked after; `all`: it is, for a server that lost it or was told otherwise
 */
export async function ensureScheduled(
  deps: EnsureMonitorScheduledDeps,
  monitor: Schedulable,
  which: 'unsettled' | 'all',
): Promise<void> {
  const { database, workflows, timeScale } = deps;
  const { id, orgId, status, anchorAt, wantedAt, revision } = monitor;
  if (wantedAt && status === 'active') await workflows.startMonitorRun({ monitorId: id, orgId, wantedAt });
  const pace = { cadenceSeconds: monitor.cadenceSeconds, timeScale };
  const isTold = monitor.scheduledRevision === revision && Number(monitor.scheduledPeriodMs) === periodMs(pace);
  if (isTold && which === 'unsettled') return;
  await workflows.putMonitorSchedule({
    monitorId: id,
    orgId,
    anchorAt,
    periodMs: periodMs(pace),
    jitterMs: jitterMs(pace),
    isPaused: status !== 'active',
    isTold,
  });
  const told = await database.query(
    'update monitors set scheduled_revision = $2, scheduled_period_ms = $3 where id = $1 and revision = $2 returning 1',
    [id, revision, periodMs(pace)],
  );
  if (told.length === 0) await tellAgain(deps, id);
}

/** The monitor was changed meanwhile, and the schedule written last may be the older one. */
async function tellAgain(deps: EnsureMonitorScheduledDeps, monitorId: string): Promise<void> {
  const there = await deps.database.query(
    `update monitors set scheduled_revision = null where id = $1 and status <> 'deleted' returning 1`,
    [monitorId],
  );
  if (there.length > 0) await ensureScheduledNow(deps, monitorId);
  else await deps.workflows.dropMonitorSchedule(monitorId);
}

/** As `ensureScheduled`, for the row as it is now. */
export async function ensureScheduledNow(deps: EnsureMonitorScheduledDeps, monitorId: string): Promise<void> {
  const [monitor] = await deps.database.query<Schedulable & Record<string, unknown>>(
    `${SELECT_SCHEDULABLE} where id = $1 and status <> 'deleted'`,
    [monitorId],
  );
  if (monitor) await ensureScheduled(deps, monitor, 'unsettled');
}
