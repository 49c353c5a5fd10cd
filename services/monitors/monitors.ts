import { recordCallersChange } from '../accounts/audit-log.ts';
import type { Sql } from '../database/database.ts';
import { ServiceError } from '../core/errors.ts';
import { idOf, isId } from '../core/ids.ts';
import { insertMonitor, type MonitorSettings, type WriteMonitorDeps } from './create-monitor.ts';
import { ensureScheduledNow, type EnsureMonitorScheduledDeps } from './schedule/ensure-scheduled.ts';
import { withLockTimeout, lockMonitor } from './storage/monitor-lock.ts';
import { withNextRun, type SeenMonitor } from './schedule/next-run.ts';
import { hasOpenRun } from './run/open-run.ts';
import { anchorOf } from './schedule/pace.ts';
import { notifyRecordNews } from './storage/record-news.ts';
import { liveRunState, type RunStateDeps, type RunStateName } from './schedule/run-state.ts';
import { PAGE_BYTES } from '../core/page.ts';
import { findMonitor, findMonitors, type MonitorFilter, type StoredMonitor } from './storage/stored-monitors.ts';
import { updateMonitor, type MonitorChanges } from './update-monitor.ts';
import type { WorkflowClient } from '../temporal/workflow-client.ts';
import { notify } from '../temporal/notify.ts';

const MONITORS_AT_ONCE = 20;

export interface Monitors {
  /**
   * @param operationId of the request: a retry under the same Idempotency-Key finds what it has created
   * @returns the monitor and the secret of its webhooks, which no other call returns
   * @throws ServiceError ALREADY_EXISTS for a name that is taken, INVALID_REQUEST
   */
  create(
    orgId: string,
    operationId: string,
    settings: MonitorSettings,
  ): Promise<{ monitor: SeenMonitor; webhookSecret: string }>;
  /** @throws ServiceError NOT_FOUND for another organization's monitor as for an absent one */
  get(orgId: string, monitorId: string): Promise<SeenMonitor>;
  runState(monitorId: string): Promise<RunStateName>;
  /** Newest first. */
  list(orgId: string, filter: MonitorFilter): Promise<{ monitors: SeenMonitor[]; hasMore: boolean }>;
  /** Makes all changes, or none. @throws as `get` and `create` */
  update(orgId: string, monitorId: string, changes: MonitorChanges): Promise<SeenMonitor>;
  /** @throws as `get` */
  remove(orgId: string, monitorId: string): Promise<void>;
  /**
   * Starts a run now. The periods are counted from this moment.
   *
   * @throws as `get`; ServiceError CONFLICT while a run is in progress or the monitor is not active
   */
  trigger(orgId: string, monitorId: string): Promise<void>;
}

export interface MonitorsDependencies extends WriteMonitorDeps {
  workflows: EnsureMonitorScheduledDeps['workflows'] &
    RunStateDeps['workflows'] &
    Pick<WorkflowClient, 'dropMonitorSchedule'>;
  /** QUARRY_TIME_SCALE. */
  timeScale: number;
}

export function createMonitors(deps: MonitorsDependencies): Monitors {
  const { database, clock, timeScale, workflows } = deps;

  const asSeen = (monitors: readonly StoredMonitor[]) =>
    withNextRun(database, monitors, { now: clock.now(), timeScale });

  async function get(orgId: string, monitorId: string): Promise<SeenMonitor> {
    const stored = isId('mon', monitorId) ? await findMonitor(database, orgId, monitorId) : undefined;
    const [monitor] = stored ? await asSeen([stored]) : [];
    if (!monitor) throw monitorNotFound();
    return monitor;
  }

  return {
    get,
    runState: (monitorId) => liveRunState(deps, monitorId),

    async create(orgId, operationId, settings) {
      const monitorId = idOf('mon', operationId);
      await insertMonitor(deps, { orgId, monitorId, settings });
      const monitor = await get(orgId, monitorId);
      const row = await database.builder
        .selectFrom('monitors')
        .select('webhook_secret')
        .where('id', '=', monitorId)
        .executeTakeFirst();
      if (!row) throw monitorNotFound();
      await notify(ensureScheduledNow(deps, monitorId));
      return { monitor, webhookSecret: deps.encryption.decrypt(row.webhook_secret) };
    },

    async list(orgId, { limit, ...filter }) {
      const found = await someMonitors(database, orgId, { ...filter, limit: limit + 1 });
      return { monitors: await asSeen(found.slice(0, limit)), hasMore: found.length > limit };
    },

    async update(orgId, monitorId, changes) {
      const exists = isId('mon', monitorId) && (await updateMonitor(deps, { orgId, monitorId, changes }));
      if (!exists) throw monitorNotFound();
      await notify(ensureScheduledNow(deps, monitorId));
      return get(orgId, monitorId);
    },

    async remove(orgId, monitorId) {
      if (!isId('mon', monitorId)) throw monitorNotFound();
      const deleted = await withLockTimeout(database, async (sql) => {
        await lockMonitor(sql, monitorId);
        await notifyRecordNews(sql, monitorId);
        const now = clock.now();
        const row = await markDeleted(sql, { orgId, monitorId, now });
        if (!row) return false;
        const detail = row.name || null;
        await recordCallersChange(sql, { orgId, action: 'monitor.delete', subjectId: monitorId, detail, at: now });
        return true;
      });
      if (!deleted) throw monitorNotFound();
      await notify(workflows.dropMonitorSchedule(monitorId));
    },

    async trigger(orgId, monitorId) {
      if (!isId('mon', monitorId)) throw monitorNotFound();
      await triggerRun(deps, orgId, monitorId);
      await notify(ensureScheduledNow(deps, monitorId));
    },
  };
}

/** @returns the monitor's row; undefined for an unknown monitor */
function markDeleted({ builder }: Sql, { orgId, monitorId, now }: { orgId: string; monitorId: string; now: Date }) {
  return builder
    .updateTable('monitors')
    .set((monitor) => ({
      status: 'deleted',
      deleted_at: now,
      wanted_at: null,
      revision: monitor('revision', '+', 1),
    }))
    .where('id', '=', monitorId)
    .where('org_id', '=', orgId)
    .where('status', '<>', 'deleted')
    .returning('name')
    .executeTakeFirst();
}

/** The monitors that fit into a page: the searches of one may take 1 MiB. */
async function someMonitors(sql: Sql, orgId: string, filter: MonitorFilter): Promise<StoredMonitor[]> {
  const found: StoredMonitor[] = [];
  for (let bytes = 0; found.length < filter.limit && bytes < PAGE_BYTES;) {
    const portion = await findMonitors(sql, orgId, {
      ...filter,
      before: found.at(-1)?.id ?? filter.before,
      limit: Math.min(MONITORS_AT_ONCE, filter.limit - found.length),
    });
    found.push(...portion);
    bytes += portion.reduce((sum, monitor) => sum + JSON.stringify([monitor.requests, monitor.pages]).length, 0);
    if (portion.length < MONITORS_AT_ONCE) break;
  }
  return found;
}

async function triggerRun({ database, clock }: MonitorsDependencies, orgId: string, monitorId: string): Promise<void> {
  await withLockTimeout(database, async (sql) => {
    await lockMonitor(sql, monitorId);
    const monitor = await findMonitor(sql, orgId, monitorId);
    if (!monitor) throw monitorNotFound();
    if (monitor.status !== 'active') throw new ServiceError('CONFLICT', `The monitor is ${monitor.status}.`);
    if (monitor.wantedAt || (await hasOpenRun(sql, monitorId)))
      throw new ServiceError('CONFLICT', 'A run of this monitor is in progress. Try again when it has ended.');
    const now = clock.now();
    await sql.builder
      .updateTable('monitors')
      .set((stored) => ({ anchor_at: anchorOf(now), wanted_at: now, revision: stored('revision', '+', 1) }))
      .where('id', '=', monitorId)
      .execute();
  });
}

export const monitorNotFound = () => new ServiceError('NOT_FOUND', 'No monitor of this organization has this id.');
