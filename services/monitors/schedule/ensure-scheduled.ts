import type { Monitor } from '../../../entities/monitors/monitor.ts';
import type { Sql } from '../../database/database.ts';
import type { WorkflowClient } from '../../temporal/workflow-client.ts';
import { jitterMs, periodMs } from './pace.ts';

export interface EnsureMonitorScheduledDeps {
  database: Sql;
  workflows: Pick<WorkflowClient, 'putMonitorSchedule' | 'dropMonitorSchedule' | 'startMonitorRun'>;
  /** QUARRY_TIME_SCALE. */
  timeScale: number;
}

export type Schedulable = Pick<
  Monitor,
  | 'id'
  | 'orgId'
  | 'status'
  | 'cadenceSeconds'
  | 'anchorAt'
  | 'wantedAt'
  | 'updatedAt'
  | 'revision'
  | 'scheduledRevision'
  | 'scheduledPeriodMs'
>;

/** Monitors that are not deleted, as `Schedulable`. */
export function schedulableMonitors({ builder }: Sql) {
  return builder
    .selectFrom('monitors')
    .select([
      'id',
      'org_id as orgId',
      'status',
      'cadence_seconds as cadenceSeconds',
      'anchor_at as anchorAt',
      'wanted_at as wantedAt',
      'updated_at as updatedAt',
      'revision',
      'scheduled_revision as scheduledRevision',
      'scheduled_period_ms as scheduledPeriodMs',
    ])
    .where('status', '<>', 'deleted');
}

/**
 * Makes a monitor's schedule agree with its row, and starts the requested run. Safe to repeat.
 *
 * @param which `unsettled`: skips a schedule that is already stored on the server. `all`: checks it too, in case the
 *   server lost or changed it
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
  const isRecorded = monitor.scheduledRevision === revision && Number(monitor.scheduledPeriodMs) === periodMs(pace);
  if (isRecorded && which === 'unsettled') return;
  await workflows.putMonitorSchedule({
    monitorId: id,
    orgId,
    anchorAt,
    periodMs: periodMs(pace),
    jitterMs: jitterMs(pace),
    isPaused: status !== 'active',
    isRecorded,
  });
  const recorded = await database.builder
    .updateTable('monitors')
    .set({ scheduled_revision: revision, scheduled_period_ms: String(periodMs(pace)) })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .returning('id')
    .executeTakeFirst();
  if (!recorded) await scheduleChanged(deps, id);
}

/** The monitor was changed meanwhile, and the schedule written last may be the older one. */
async function scheduleChanged(deps: EnsureMonitorScheduledDeps, monitorId: string): Promise<void> {
  const monitor = await deps.database.builder
    .updateTable('monitors')
    .set({ scheduled_revision: null })
    .where('id', '=', monitorId)
    .where('status', '<>', 'deleted')
    .returning('id')
    .executeTakeFirst();
  if (monitor) await ensureScheduledNow(deps, monitorId);
  else await deps.workflows.dropMonitorSchedule(monitorId);
}

/** As `ensureScheduled`, for the row as it is now. */
export async function ensureScheduledNow(deps: EnsureMonitorScheduledDeps, monitorId: string): Promise<void> {
  const monitor = await schedulableMonitors(deps.database).where('id', '=', monitorId).executeTakeFirst();
  if (monitor) await ensureScheduled(deps, monitor, 'unsettled');
}
