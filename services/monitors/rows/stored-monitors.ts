import type { Monitor } from '../../../entities/monitors/monitor.ts';
import type { Sql, SqlValue } from '../../database/database.ts';

/** A saved search and its health. */
interface StoredRequest {
  requestId: string;
  /** As it was given. @see readStoredSearch */
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
> & { requests: StoredRequest[] };

// Timestamps inside JSON are ISO 8601: UTC, milliseconds, Z.
const SELECT = `
  select m.id, m.name, m.cadence, m.cadence_seconds as "cadenceSeconds", m.status, m.anchor_at as "anchorAt", m.wanted_at as "wantedAt",
         m.consecutive_failures as "consecutiveFailures", m.webhook_url as "webhookUrl", m.webhook_events as "webhookEvents",
         m.webhook_status as "webhookStatus", m.webhook_status_reason as "webhookStatusReason", m.created_at as "createdAt", m.updated_at as "updatedAt",
         (select json_agg(json_strip_nulls(json_build_object('requestId', id, 'consecutiveFailures', consecutive_failures, 'lastSuccessAt',
                   to_char(last_success_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) order by ordinal)
            from monitor_requests where monitor_id = m.id and removed_at is null) as health,
         (select json_agg(request order by ordinal) from monitor_requests where monitor_id = m.id and removed_at is null) as bodies
    from monitors m where m.status <> 'deleted'`;

type Row = Omit<StoredMonitor, 'requests'> & {
  health: Array<Omit<StoredRequest, 'request' | 'lastSuccessAt'> & { lastSuccessAt?: string }> | null;
  bodies: Array<Record<string, unknown>> | null;
};

/** A monitor that is not deleted. */
export async function findMonitor(sql: Sql, orgId: string, monitorId: string): Promise<StoredMonitor | undefined> {
  const [monitor] = await query(sql, `${SELECT} and m.org_id = $1 and m.id = $2`, [orgId, monitorId]);
  return monitor;
}

/** Undefined members exclude none. */
export interface MonitorFilter {
  name?: string | undefined;
  status?: Monitor['status'] | undefined;
  /** Ids of monitors: newer ones, older ones. */
  since?: string | undefined;
  before?: string | undefined;
  limit: number;
}

/** Newest first. */
export function findMonitors(
  sql: Sql,
  orgId: string,
  { name, status, since, before, limit }: MonitorFilter,
): Promise<StoredMonitor[]> {
  return query(
    sql,
    `${SELECT} and m.org_id = $1 and ($2::text is null or m.name = $2) and ($3::text is null or m.status = $3)
       and ($4::text is null or m.id > $4) and ($5::text is null or m.id < $5) order by m.id desc limit $6`,
    [orgId, name ?? null, status ?? null, since ?? null, before ?? null, limit],
  );
}

async function query(sql: Sql, text: string, parameters: readonly SqlValue[]): Promise<StoredMonitor[]> {
  const rows = await sql.query<Row & Record<string, unknown>>(text, parameters);
  return rows.map(({ health, bodies, ...monitor }) => ({
    ...monitor,
    requests: (health ?? []).map(({ lastSuccessAt, ...one }, index) => ({
      ...one,
      request: bodies?.[index] ?? {},
      ...(lastSuccessAt !== undefined && { lastSuccessAt: new Date(lastSuccessAt) }),
    })),
  }));
}
