import type { ExpressionBuilder } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Monitor } from '../../../entities/monitors/monitor.ts';
import type { Tables } from '../../../entities/row-types.ts';
import type { Sql } from '../../database/database.ts';

/** A saved search or watched page and its health. */
interface StoredRequest {
  requestId: string;
  /** The search or page as it was set. @see readStoredSearch, readStoredPage */
  request: Record<string, unknown>;
  consecutiveFailures: number;
  lastSuccessAt?: Date;
}

export type StoredMonitor = Pick<
  Monitor,
  | 'id'
  | 'name'
  | 'cadence'
  | 'cadenceSeconds'
  | 'status'
  | 'anchorAt'
  | 'wantedAt'
  | 'consecutiveFailures'
  | 'webhookUrl'
  | 'webhookEvents'
  | 'webhookStatus'
  | 'webhookStatusReason'
  | 'createdAt'
  | 'updatedAt'
> & { requests: StoredRequest[]; pages: StoredRequest[] };

const COLUMNS = [
  'id',
  'name',
  'cadence',
  'cadence_seconds as cadenceSeconds',
  'status',
  'anchor_at as anchorAt',
  'wanted_at as wantedAt',
  'consecutive_failures as consecutiveFailures',
  'webhook_url as webhookUrl',
  'webhook_events as webhookEvents',
  'webhook_status as webhookStatus',
  'webhook_status_reason as webhookStatusReason',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** A monitor that is not deleted. */
export async function findMonitor(sql: Sql, orgId: string, monitorId: string): Promise<StoredMonitor | undefined> {
  const row = await monitorsOf(sql, orgId).where('id', '=', monitorId).executeTakeFirst();
  return row && asStored(row);
}

/** Undefined fields do not filter. */
export interface MonitorFilter {
  name?: string | undefined;
  status?: Monitor['status'] | undefined;
  /** Ids of monitors: only newer ones, only older ones. */
  since?: string | undefined;
  before?: string | undefined;
  limit: number;
}

/** Newest first. */
export async function findMonitors(
  sql: Sql,
  orgId: string,
  { name, status, since, before, limit }: MonitorFilter,
): Promise<StoredMonitor[]> {
  let monitors = monitorsOf(sql, orgId);
  if (name !== undefined) monitors = monitors.where('name', '=', name);
  if (status !== undefined) monitors = monitors.where('status', '=', status);
  if (since !== undefined) monitors = monitors.where('id', '>', since);
  if (before !== undefined) monitors = monitors.where('id', '<', before);
  return (await monitors.orderBy('id', 'desc').limit(limit).execute()).map(asStored);
}

function monitorsOf({ builder }: Sql, orgId: string) {
  return builder
    .selectFrom('monitors')
    .select(COLUMNS)
    .select((monitor) => storedRequests(monitor).as('requests'))
    .where('org_id', '=', orgId)
    .where('status', '<>', 'deleted');
}

// An aggregate has null for no rows, and a time as ISO 8601.
type RequestJson = Omit<StoredRequest, 'lastSuccessAt'> & { lastSuccessAt: string | null; kind: 'search' | 'page' };

function storedRequests(monitor: ExpressionBuilder<Tables, 'monitors'>) {
  return monitor
    .selectFrom('monitor_requests as request')
    .select(({ fn, ref }) => {
      const members = jsonBuildObject({
        requestId: ref('request.id'),
        kind: ref('request.kind'),
        request: ref('request.request'),
        consecutiveFailures: ref('request.consecutive_failures'),
        lastSuccessAt: ref('request.last_success_at'),
      });
      return fn.agg<RequestJson[] | null>('json_agg', [members]).orderBy('request.ordinal').as('requests');
    })
    .whereRef('request.monitor_id', '=', 'monitors.id')
    .where('request.removed_at', 'is', null);
}

function asStored<Row extends { requests: RequestJson[] | null }>({ requests, ...monitor }: Row) {
  const ofKind = (wanted: RequestJson['kind']) =>
    (requests ?? [])
      .filter(({ kind }) => kind === wanted)
      .map(({ lastSuccessAt, kind: _kind, ...request }) => ({
        ...request,
        ...(lastSuccessAt !== null && { lastSuccessAt: new Date(lastSuccessAt) }),
      }));
  return { ...monitor, requests: ofKind('search'), pages: ofKind('page') };
}
