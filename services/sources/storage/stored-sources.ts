import type { DocumentMetadata } from '../../../entities/documents/document.ts';
import type { SourceRow } from '../../../entities/sources/source.ts';
import { recordCallersChange } from '../../accounts/audit-log.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database, Sql, SqlValue } from '../../database/database.ts';
import type { Cadence } from '../../core/cadence.ts';
import { storableJson } from '../../database/storable.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Scope } from '../../query/scopes.ts';

const MOST_SOURCES = 100;

/** How many pages of a source there are in each state. */
interface PageCounts {
  /** Pages that are or were listed and are not gone. */
  known: number;
  /** Known pages with a document in the index. */
  indexed: number;
  /** Pages that wait to be read. */
  waiting: number;
  /** Pages whose last read or indexing failed. */
  failed: number;
}

/** A source as it is stored, with its pages counted. */
export interface StoredSource extends Omit<SourceRow, 'orgId' | 'scheduledAt' | 'deletedAt'> {
  pages: PageCounts;
}

const SELECT = `
  select s.id, s.url, s.kind, s.cadence, s.cadence_seconds as "cadenceSeconds", s.scope, s.collection, s.metadata, s.max_pages as "maxPages", s.created_at as "createdAt",
         s.last_polled_at as "lastPolledAt", s.last_error as "lastError", s.consecutive_failures as "consecutiveFailures", counted.pages
  from sources s cross join lateral (
    select json_build_object(
      'known', count(*) filter (where missing_since is null), 'indexed', count(*) filter (where held and read_at is not null),
      'waiting', count(*) filter (where due is not null), 'failed', count(*) filter (where error is not null)) as pages
    from source_pages where source_id = s.id) counted
  where s.deleted_at is null`;

export async function findSource(sql: Sql, orgId: string, sourceId: string): Promise<StoredSource | undefined> {
  const [source] = await query(sql, `${SELECT} and s.org_id = $1 and s.id = $2`, [orgId, sourceId]);
  return source;
}

/** Newest first. */
export function findSources(
  sql: Sql,
  orgId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<StoredSource[]> {
  return query(sql, `${SELECT} and s.org_id = $1 and ($2::text is null or s.id < $2) order by s.id desc limit $3`, [
    orgId,
    before ?? null,
    limit,
  ]);
}

function query(sql: Sql, text: string, parameters: readonly SqlValue[]): Promise<StoredSource[]> {
  return sql.query<StoredSource & Record<string, unknown>>(text, parameters);
}

/** The settings of a source. */
export interface SourceOptions {
  /** `withoutFragment`, and without a `sourceUrlFault`. */
  url: string;
  /** Null: the first poll detects it. */
  kind: SourceRow['kind'];
  cadence: Cadence;
  /** Scope of its documents; null: every scope. */
  scope: Scope | null;
  /** Of its documents; null: none. */
  collection: string | null;
  metadata: DocumentMetadata | null;
  maxPages: number;
}

interface NewSource {
  orgId: string;
  sourceId: string;
  options: SourceOptions;
}

/**
 * Inserts a source. A source that already exists under the same id is unchanged. @throws ServiceError if the
 * organization may not follow it
 */
export async function insertSource(
  database: Database,
  clock: Clock,
  { orgId, sourceId, options }: NewSource,
): Promise<void> {
  const { url, kind, cadence, scope, collection, metadata, maxPages } = options;
  await database.transaction(async (sql) => {
    // Creations of one organization are serialized, so that the count below holds.
    await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`sources of ${orgId}`]);
    const followed = await sql.builder
      .selectFrom('sources')
      .select(['id', 'url'])
      .where('org_id', '=', orgId)
      .where('deleted_at', 'is', null)
      .execute();
    if (followed.some((source) => source.id === sourceId)) return;
    if (followed.some((source) => source.url === url))
      throw new ServiceError('ALREADY_EXISTS', 'The organization already follows this URL.', { param: 'url' });
    if (followed.length >= MOST_SOURCES)
      throw new ServiceError('INVALID_REQUEST', `An organization follows at most ${MOST_SOURCES} sources.`);
    await sql.builder
      .insertInto('sources')
      .values({
        id: sourceId,
        org_id: orgId,
        url,
        kind,
        cadence: cadence.text,
        cadence_seconds: cadence.seconds,
        scope,
        collection,
        metadata: metadata && storableJson(metadata),
        max_pages: maxPages,
        created_at: clock.now(),
      })
      .execute();
    const at = clock.now();
    await recordCallersChange(sql, { orgId, action: 'source.follow', subjectId: sourceId, detail: url, at });
  });
}
