import type { MonitorRecord } from '../../../entities/monitors/monitor-record.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database, SqlValue } from '../../database/database.ts';
import { PAGE_BYTES } from '../../core/page.ts';
import type { SearchDocument } from '../../search/snippets/search-result.ts';
import type { StoredDocument } from '../rows/stored-document.ts';
import type { IdPage } from './read-runs.ts';
import { visibleSince } from '../rows/visible.ts';

/** A record as its organization sees it. */
export interface SeenRecord extends Pick<MonitorRecord, 'recordId' | 'runId' | 'novelty' | 'firstSeenAt'> {
  document: Omit<SearchDocument, 'content' | 'source' | 'score'>;
  matchedRequests: Array<{ requestId: string; query: string }>;
  /** Null where no search asked for it, or the caller did not. */
  content: string | null;
}

export interface RecordPage extends IdPage {
  includeContent: boolean;
}

export interface RecordsOf {
  monitorId: string;
  /** The key of a run, for its records alone. */
  run?: string;
}

// At most, of one character.
const UTF8_BYTES = 4;

/** Reads records of a monitor; ids become visible in their order, so that a reader that passes `since` misses none. */
export type ReadRecords = (
  of: RecordsOf,
  page: RecordPage,
  maxBytes?: number,
) => Promise<{ records: SeenRecord[]; hasMore: boolean }>;

export function createReadRecords({ database, clock }: { database: Database; clock: Clock }): ReadRecords {
  return async ({ monitorId, run }, { since, before, limit, sort, includeContent }, maxBytes = PAGE_BYTES) => {
    const page = pageOf({
      column: run === undefined ? 'monitor_id' : 'run',
      direction: sort === 'asc' ? 'asc' : 'desc',
      includeContent,
    });
    const rows = await inOrderOfIndex(database, page, [
      run ?? monitorId,
      since ?? null,
      before ?? null,
      visibleSince(clock.now()),
      limit,
      maxBytes,
    ]);
    const hasMore = rows.at(-1)?.isWithin === false;
    return { records: (hasMore ? rows.slice(0, -1) : rows).map(asSeen), hasMore };
  };
}

interface RecordRow extends Omit<SeenRecord, 'document' | 'matchedRequests'> {
  document: StoredDocument;
  matchedRequests: MonitorRecord['matchedRequests'];
  isWithin: boolean;
}

function asSeen({ document, matchedRequests, ...record }: RecordRow): SeenRecord {
  const { published_date: publishedDate, ...members } = document;
  return {
    ...record,
    document: { ...members, ...(publishedDate !== undefined && { publishedDate }) },
    matchedRequests: matchedRequests.map(({ request_id: requestId, query }) => ({ requestId, query })),
  };
}

interface PageOf {
  /** Which the ids are indexed with. */
  column: 'monitor_id' | 'run';
  direction: 'asc' | 'desc';
  includeContent: boolean;
}

/** Records that fit, and the first that does not. */
function pageOf({ column, direction, includeContent }: PageOf): string {
  // About what a record takes, asked of what is stored without unpacking it: bytes on the wire are counted exactly where the page is written.
  const contentSize = includeContent
    ? `least(octet_length(text), ${UTF8_BYTES} * coalesce(content_characters, 0)::bigint)`
    : '0';
  const size = `(pg_column_size(document) + pg_column_size(matched_requests) + ${contentSize})::int`;
  const bytesUntil = (preceding: number) =>
    `coalesce(sum(${size}) over (order by record_id ${direction} rows between unbounded preceding and ${preceding} preceding), 0)`;
  return `select record_id as "recordId", run_id as "runId", novelty, first_seen_at as "firstSeenAt", document, matched_requests as "matchedRequests",
         case when not (${includeContent} and is_within) then null
              -- To count characters a text is walked through.
              when octet_length(text) <= content_characters then text
              else left(text, content_characters) end as content,
         is_within as "isWithin"
    from (select *, row_number() over (order by record_id ${direction}) <= $5 and ${bytesUntil(1)} <= $6 as is_within, ${bytesUntil(2)} <= $6 as is_shown
            from (select * from monitor_records
                   where ${column} = $1 and ($2::bigint is null or record_id > $2) and ($3::bigint is null or record_id < $3) and created_at > $4
                   order by record_id ${direction} limit $5::int + 1) page) counted
   where is_shown order by record_id ${direction}`;
}

/**
 * Of a table that has just grown PostgreSQL has no statistics yet: it takes a monitor for a small one and sorts all of its
 * records for each page. Without sorting it walks the index.
 */
function inOrderOfIndex(database: Database, sql: string, parameters: readonly SqlValue[]): Promise<RecordRow[]> {
  return database.transaction(async (transaction) => {
    await transaction.query('set local enable_sort = off');
    return transaction.query(sql, parameters);
  });
}
