import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Sql } from '../../database/database.ts';

const COLUMNS = [
  'id',
  'org_id',
  'url',
  'kind',
  'cadence_seconds',
  'scope',
  'collection',
  'metadata',
  'max_pages',
  'created_at',
  'last_polled_at',
  'consecutive_failures',
] as const;

/** A source as a poll sees it. */
export interface ActiveSource extends ColumnsOf<'sources', (typeof COLUMNS)[number]> {
  /** Whether its organization is suspended. */
  suspended: boolean;
}

/** A source that is still followed. */
export async function activeSource(sql: Sql, sourceId: string): Promise<ActiveSource | undefined> {
  const source = await sql.builder
    .selectFrom('sources')
    .innerJoin('organizations', 'organizations.id', 'sources.org_id')
    .select(COLUMNS.map((column) => `sources.${column}` as const))
    .select('organizations.suspended_at')
    .where('sources.id', '=', sourceId)
    .where('sources.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!source) return undefined;
  const { suspended_at: suspendedAt, ...columns } = source;
  return { ...columns, suspended: suspendedAt !== null };
}

/**
 * Whether the source is still followed. It stays so until the transaction ends: a deletion waits, and then sees all that
 * was done under the lock.
 */
export async function lockSource(sql: Sql, sourceId: string): Promise<boolean> {
  const source = await sql.builder
    .selectFrom('sources')
    .select('id')
    .where('id', '=', sourceId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return source !== undefined;
}
