import type { Sql } from '../../database/database.ts';
import type { SourceKind } from '../listing/listing.ts';

/** A source as a poll sees it. */
export interface ActiveSource {
  id: string;
  org_id: string;
  url: string;
  kind: SourceKind | null;
  cadence_seconds: number;
  scope: string | null;
  max_pages: number;
  created_at: Date;
  last_polled_at: Date | null;
  consecutive_failures: number;
  /** Whether its organization may not do anything at the moment. */
  suspended: boolean;
}

/** A source that is still followed. */
export async function activeSource(sql: Sql, sourceId: string): Promise<ActiveSource | undefined> {
  const [source] = await sql.query<ActiveSource & Record<string, unknown>>(
    `select s.id, s.org_id, s.url, s.kind, s.cadence_seconds, s.scope, s.max_pages, s.created_at, s.last_polled_at, s.consecutive_failures,
            o.suspended_at is not null as suspended
     from sources s join organizations o on o.id = s.org_id where s.id = $1 and s.deleted_at is null`,
    [sourceId],
  );
  return source;
}

/**
 * Whether the source is still followed. It stays so until the transaction ends: a deletion waits, and then sees all that
 * was done under the lock.
 */
export async function lockSource(sql: Sql, sourceId: string): Promise<boolean> {
  const rows = await sql.query('select 1 from sources where id = $1 and deleted_at is null for share', [sourceId]);
  return rows.length > 0;
}
