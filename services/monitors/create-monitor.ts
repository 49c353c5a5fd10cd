import type { Clock } from '../core/clock.ts';
import type { Database, Sql } from '../database/database.ts';
import type { AllowList } from '../egress/allow-list.ts';
import type { Cadence } from '../core/cadence.ts';
import type { Encryption } from '../core/encryption.ts';
import { ServiceError } from '../core/errors.ts';
import type { Search } from '../search/search.ts';
import type { Scope } from '../query/scopes.ts';
import { anchorOf } from './schedule/pace.ts';
import type { GivenRequest } from './requests/search-requests.ts';
import { checkRequests, storeRequests, type CheckedRequest } from './requests/store-requests.ts';
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
  requests: readonly GivenRequest[];
  status: 'active' | 'paused';
  webhook: WebhookChange | null;
}

interface NewMonitor {
  orgId: string;
  monitorId: string;
  settings: MonitorSettings;
}

/** Inserts a monitor whole or not at all; one that was inserted before under the same id is left as it is. @throws ServiceError where it may not be */
export async function insertMonitor(deps: WriteMonitorDeps, { orgId, monitorId, settings }: NewMonitor): Promise<void> {
  const requests = checkRequests(settings.requests, deps);
  const webhook = mergedWebhook(null, settings.webhook, deps.allowList);
  await deps.database.transaction(async (sql) => {
    // Creations and renamings of one organization are serialized, so that the checks below hold.
    await lockMonitorsOf(sql, orgId);
    const known = await sql.query('select 1 from monitors where id = $1', [monitorId]);
    if (known.length > 0) return;
    await requireFreeName(sql, { orgId, monitorId, name: settings.name });
    await requireRoom(sql, orgId, deps.monitorsPerOrganization);
    await insertRows(deps, sql, { orgId, monitorId, settings, requests, webhook });
  });
}

export async function lockMonitorsOf(sql: Sql, orgId: string): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`monitors of ${orgId}`]);
}

/** @throws ServiceError ALREADY_EXISTS where another living monitor of the organization is called so */
export async function requireFreeName(
  sql: Sql,
  { orgId, monitorId, name }: { orgId: string; monitorId: string; name: string },
): Promise<void> {
  const taken = await sql.query(
    `select 1 from monitors where org_id = $1 and name = $2 and id <> $3 and name <> '' and status <> 'deleted'`,
    [orgId, name, monitorId],
  );
  if (taken.length > 0)
    throw new ServiceError('ALREADY_EXISTS', 'A monitor of this organization already has this name.', {
      param: 'name',
    });
}

async function requireRoom(sql: Sql, orgId: string, most: number): Promise<void> {
  const [living] = await sql.query<{ count: string }>(
    `select count(*) from monitors where org_id = $1 and status <> 'deleted'`,
    [orgId],
  );
  if (Number(living?.count) >= most)
    throw new ServiceError('INVALID_REQUEST', `An organization has at most ${most} monitors.`);
}

type Rows = NewMonitor & { requests: CheckedRequest[]; webhook: Webhook | null };

async function insertRows(
  { clock, encryption }: WriteMonitorDeps,
  sql: Sql,
  { orgId, monitorId, settings, requests, webhook }: Rows,
): Promise<void> {
  const now = clock.now();
  const { name, cadence, status } = settings;
  await sql.query(
    `insert into monitors (id, org_id, name, cadence, cadence_seconds, status, anchor_at, wanted_at, webhook_url, webhook_events, webhook_status,
       webhook_secret, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)`,
    [
      monitorId,
      orgId,
      name,
      cadence.text,
      cadence.seconds,
      status,
      anchorOf(now),
      status === 'active' ? now : null,
      webhook?.url,
      webhook?.events,
      webhook?.status,
      encryption.encrypt(newWebhookSecret()),
      now,
    ],
  );
  await storeRequests(sql, monitorId, requests, now);
}
