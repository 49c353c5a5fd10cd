import { recordCallersChange } from '../accounts/audit-log.ts';
import type { Clock } from '../core/clock.ts';
import type { Database, Sql } from '../database/database.ts';
import type { AllowList } from '../egress/allow-list.ts';
import type { Cadence } from '../core/cadence.ts';
import type { Encryption } from '../core/encryption.ts';
import { ServiceError } from '../core/errors.ts';
import type { Search } from '../search/search.ts';
import type { Scope } from '../query/scopes.ts';
import { anchorOf } from './schedule/pace.ts';
import type { SearchInput } from './searches/search-requests.ts';
import { checkPages, type PageInput } from './pages/page-requests.ts';
import { checkRequests, requireRequests, storeRequests, type CheckedRequest } from './searches/store-requests.ts';
import { mergedWebhook, newWebhookSecret, type Webhook, type WebhookChange } from './webhook.ts';

export interface WriteMonitorDeps {
  database: Database;
  clock: Clock;
  encryption: Encryption;
  search: Pick<Search, 'check'>;
  defaultScope: Scope;
  allowList: AllowList;
  monitorsPerOrganization: number;
}

/** The settings of a new monitor. */
export interface MonitorSettings {
  /** Empty: unnamed. */
  name: string;
  cadence: Cadence;
  requests: readonly SearchInput[];
  /** Pages to watch. */
  pages: readonly PageInput[];
  status: 'active' | 'paused';
  webhook: WebhookChange | null;
}

interface NewMonitor {
  orgId: string;
  monitorId: string;
  settings: MonitorSettings;
}

/**
 * Inserts a monitor with its searches and pages. A monitor with the same id is left unchanged.
 *
 * @throws ServiceError for invalid settings
 */
export async function insertMonitor(deps: WriteMonitorDeps, { orgId, monitorId, settings }: NewMonitor): Promise<void> {
  const requests = checkRequests(settings.requests, deps);
  const pages = checkPages(settings.pages, deps.allowList);
  requireRequests(requests.length + pages.length);
  const webhook = mergedWebhook(null, settings.webhook, deps.allowList);
  await deps.database.transaction(async (sql) => {
    // Creations and renamings of one organization are serialized, so that the checks below hold.
    await lockMonitorsOf(sql, orgId);
    const known = await sql.builder.selectFrom('monitors').select('id').where('id', '=', monitorId).executeTakeFirst();
    if (known) return;
    await requireFreeName(sql, { orgId, monitorId, name: settings.name });
    await requireRoom(sql, orgId, deps.monitorsPerOrganization);
    await insertRows(deps, sql, { orgId, monitorId, settings, requests, pages, webhook });
    const detail = settings.name || null;
    await recordCallersChange(sql, {
      orgId,
      action: 'monitor.create',
      subjectId: monitorId,
      detail,
      at: deps.clock.now(),
    });
  });
}

export async function lockMonitorsOf(sql: Sql, orgId: string): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`monitors of ${orgId}`]);
}

/** @throws ServiceError ALREADY_EXISTS if another monitor of the organization has the name */
export async function requireFreeName(
  sql: Sql,
  { orgId, monitorId, name }: { orgId: string; monitorId: string; name: string },
): Promise<void> {
  const taken = await sql.builder
    .selectFrom('monitors')
    .select('id')
    .where('org_id', '=', orgId)
    .where('name', '=', name)
    .where('id', '<>', monitorId)
    .where('name', '<>', '')
    .where('status', '<>', 'deleted')
    .executeTakeFirst();
  if (taken)
    throw new ServiceError('ALREADY_EXISTS', 'A monitor of this organization already has this name.', {
      param: 'name',
    });
}

async function requireRoom(sql: Sql, orgId: string, most: number): Promise<void> {
  const { monitors } = await sql.builder
    .selectFrom('monitors')
    .select(({ fn }) => fn.countAll<string>().as('monitors'))
    .where('org_id', '=', orgId)
    .where('status', '<>', 'deleted')
    .executeTakeFirstOrThrow();
  if (Number(monitors) >= most)
    throw new ServiceError('INVALID_REQUEST', `An organization has at most ${most} monitors.`);
}

type Rows = NewMonitor & { requests: CheckedRequest[]; pages: CheckedRequest[]; webhook: Webhook | null };

async function insertRows(
  { clock, encryption }: WriteMonitorDeps,
  sql: Sql,
  { orgId, monitorId, settings, requests, pages, webhook }: Rows,
): Promise<void> {
  const now = clock.now();
  const { name, cadence, status } = settings;
  await sql.builder
    .insertInto('monitors')
    .values({
      id: monitorId,
      org_id: orgId,
      name,
      cadence: cadence.text,
      cadence_seconds: cadence.seconds,
      status,
      anchor_at: anchorOf(now),
      wanted_at: status === 'active' ? now : null,
      webhook_url: webhook?.url,
      webhook_events: webhook?.events,
      webhook_status: webhook?.status,
      webhook_secret: encryption.encrypt(newWebhookSecret()),
      created_at: now,
      updated_at: now,
    })
    .execute();
  await storeRequests(sql, { monitorId, kind: 'search', requests, now });
  await storeRequests(sql, { monitorId, kind: 'page', requests: pages, now });
}
