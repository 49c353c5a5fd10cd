import { recordCallersChange } from '../accounts/audit-log.ts';
import type { Sql } from '../database/database.ts';
import { wantedWorkflowIdOf } from '../temporal/names.ts';
import type { Cadence } from '../core/cadence.ts';
import { lockMonitorsOf, requireFreeName, type WriteMonitorDeps } from './create-monitor.ts';
import { withLockTimeout, lockMonitor } from './storage/monitor-lock.ts';
import { anchorOf } from './schedule/pace.ts';
import type { SearchInput } from './searches/search-requests.ts';
import { runKeyOf } from './schedule/run-key.ts';
import { insertSkipped } from './run/skip.ts';
import { findMonitor, type StoredMonitor } from './storage/stored-monitors.ts';
import { checkPages, type PageInput } from './pages/page-requests.ts';
import { checkRequests, countRequests, requireRequests, storeRequests } from './searches/store-requests.ts';
import { mergedWebhook, type Webhook, type WebhookChange } from './webhook.ts';
import { dropPending } from './webhooks/drop-pending.ts';

/** The changes of a monitor. Undefined fields are unchanged. */
export interface MonitorChanges {
  name?: string | undefined;
  cadence?: Cadence | undefined;
  /** Replace all searches. */
  requests?: readonly SearchInput[] | undefined;
  /** Replace all pages. */
  pages?: readonly PageInput[] | undefined;
  status?: 'active' | 'paused' | undefined;
  /** Null removes it. */
  webhook?: WebhookChange | null | undefined;
}

interface MonitorUpdate {
  orgId: string;
  monitorId: string;
  changes: MonitorChanges;
}

/** Applies all changes or none. @returns whether the monitor exists @throws ServiceError for an invalid change */
export async function updateMonitor(
  deps: WriteMonitorDeps,
  { orgId, monitorId, changes }: MonitorUpdate,
): Promise<boolean> {
  const requests = changes.requests && checkRequests(changes.requests, deps);
  const pages = changes.pages && checkPages(changes.pages, deps.allowList);
  return withLockTimeout(deps.database, async (sql) => {
    await lockMonitorsOf(sql, orgId);
    await lockMonitor(sql, monitorId);
    const monitor = await findMonitor(sql, orgId, monitorId);
    if (!monitor) return false;
    const webhook = mergedWebhook(webhookOf(monitor), changes.webhook, deps.allowList);
    const name = changes.name ?? monitor.name;
    await requireFreeName(sql, { orgId, monitorId, name });
    if (monitor.wantedAt && changes.status === 'paused')
      await skipWanted(sql, monitor, { orgId, wantedAt: monitor.wantedAt, now: deps.clock.now() });
    await writeRow(sql, monitor, { name, webhook, changes, now: deps.clock.now() });
    if (webhook?.status !== 'active') await dropPending(sql, monitorId, deps.clock.now());
    const now = deps.clock.now();
    if (requests) await storeRequests(sql, { monitorId, kind: 'search', requests, now });
    if (pages) await storeRequests(sql, { monitorId, kind: 'page', requests: pages, now });
    if (requests ?? pages) requireRequests(await countRequests(sql, monitorId));
    const detail = changesInWords(monitor, changes);
    await recordCallersChange(sql, {
      orgId,
      action: 'monitor.change',
      subjectId: monitorId,
      detail,
      at: now,
    });
    return true;
  });
}

/** The run that a creation or a trigger requested and that has not begun. */
async function skipWanted(
  sql: Sql,
  { id: monitorId }: StoredMonitor,
  { orgId, wantedAt, now }: { orgId: string; wantedAt: Date; now: Date },
): Promise<void> {
  const ids = { run: runKeyOf(monitorId, wantedAt), workflowId: wantedWorkflowIdOf(monitorId, wantedAt) };
  await insertSkipped(sql, {
    ...ids,
    monitorId,
    orgId,
    periodAt: wantedAt,
    now,
    reason: 'The monitor was paused before the run began.',
  });
}

interface Changes {
  name: string;
  webhook: Webhook | null;
  changes: MonitorChanges;
  now: Date;
}

async function writeRow(sql: Sql, monitor: StoredMonitor, { name, webhook, changes, now }: Changes): Promise<void> {
  const status = changes.status ?? monitor.status;
  const cadence = changes.cadence ?? { text: monitor.cadence, seconds: monitor.cadenceSeconds };
  // A different spelling of the same cadence changes no time.
  const isNewPace = cadence.seconds !== monitor.cadenceSeconds;
  const isSwitched = status !== monitor.status;
  await sql.builder
    .updateTable('monitors')
    .set((stored) => ({
      name,
      cadence: cadence.text,
      cadence_seconds: cadence.seconds,
      status,
      anchor_at: isNewPace ? anchorOf(now) : monitor.anchorAt,
      wanted_at: status === 'active' ? monitor.wantedAt : null,
      revision: stored('revision', '+', isNewPace || isSwitched ? 1 : 0),
      consecutive_failures: isSwitched && monitor.status === 'disabled' ? 0 : monitor.consecutiveFailures,
      webhook_url: webhook?.url ?? null,
      webhook_events: webhook?.events ?? null,
      webhook_status: webhook?.status ?? null,
      webhook_status_reason: webhook?.reason ?? null,
      updated_at: now,
    }))
    .where('id', '=', monitor.id)
    .execute();
}

function webhookOf({ webhookUrl, webhookEvents, webhookStatus, webhookStatusReason }: StoredMonitor): Webhook | null {
  if (webhookUrl === null || webhookUrl === undefined) return null;
  return {
    url: webhookUrl,
    events: webhookEvents ?? [],
    status: webhookStatus ?? 'active',
    reason: webhookStatusReason ?? null,
  };
}

/** For the audit log: `Paid leave: cadence 1d → 12h, webhook`. An address of a webhook may hold a secret. */
function changesInWords(
  monitor: StoredMonitor,
  { name, cadence, status, requests, pages, webhook }: MonitorChanges,
): string {
  const changed = [
    name !== undefined && name !== monitor.name && `name → ${name || 'none'}`,
    cadence && cadence.text !== monitor.cadence && `cadence ${monitor.cadence} → ${cadence.text}`,
    status && status !== monitor.status && `${monitor.status} → ${status}`,
    requests && 'searches',
    pages && 'pages',
    webhook !== undefined && (webhook === null ? 'webhook → none' : 'webhook'),
  ].filter((part) => typeof part === 'string');
  return [monitor.name, changed.join(', ') || 'nothing'].filter(Boolean).join(': ');
}
