import type { MonitorRecord } from '../../../entities/monitors/monitor-record.ts';
import type { StoredChange } from '../../../entities/monitors/monitor-snapshot.ts';
import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database, SqlValue } from '../../database/database.ts';
import { PAGE_BYTES } from '../../core/page.ts';
import type { SearchDocument } from '../../search/snippets/search-result.ts';
import type { StoredDocument } from '../storage/stored-document.ts';
import type { IdPage } from './read-runs.ts';
import { visibleSince } from '../storage/visible.ts';

/** A record as its organization sees it. */
export interface SeenRecord extends Pick<MonitorRecord, 'recordId' | 'runId' | 'novelty' | 'firstSeenAt'> {
  document: Omit<SearchDocument, 'content' | 'source' | 'score'>;
  matchedRequests: Array<{ requestId: string; query: string }>;
  /** Null if no search requested content, or the caller did not. */
  content: string | null;
  /** Of a watched page; null: the record is a document. */
  change: SeenChange | null;
}

/** What a watched page gained and lost. */
export interface SeenChange {
  requestId: string;
  /** In the order of the page. */
  added: string[];
  removed: string[];
  addedCount: number;
  removedCount: number;
  previousReadAt: Date;
  readAt: Date;
}

export interface RecordPage extends IdPage {
  includeContent: boolean;
}

export interface RecordSelection {
  monitorId: string;
  /** Key of a run. If set, only its records are read. */
  run?: string;
}

// Maximum per character.
const UTF8_BYTES = 4;
// Of a text that PostgreSQL stores compressed.
const MOST_UNPACKED = 3;

/** Reads records of a monitor. Ids become visible in ascending order, so a reader that passes `since` misses none. */
export type ReadRecords = (
  of: RecordSelection,
  page: RecordPage,
  maxBytes?: number,
) => Promise<{ records: SeenRecord[]; hasMore: boolean }>;

export function createReadRecords({ database, clock }: { database: Database; clock: Clock }): ReadRecords {
  return async ({ monitorId, run }, { since, before, limit, sort, includeContent }, maxBytes = PAGE_BYTES) => {
    const page = pageStatement({
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
    const hasMore = rows.at(-1)?.is_within === false;
    return { records: (hasMore ? rows.slice(0, -1) : rows).map(asSeen), hasMore };
  };
}

type RecordRow = ColumnsOf<
  'monitor_records',
  'record_id' | 'run_id' | 'novelty' | 'first_seen_at' | 'matched_requests' | 'change'
> & {
  document: StoredDocument;
  content: ColumnsOf<'monitor_records', 'text'>['text'] | null;
  is_within: boolean;
};

function asSeen({ document, ...row }: RecordRow): SeenRecord {
  const { published_date: publishedDate, ...members } = document;
  return {
    recordId: row.record_id,
    runId: row.run_id,
    novelty: row.novelty,
    firstSeenAt: row.first_seen_at,
    content: row.content,
    document: { ...members, ...(publishedDate !== undefined && { publishedDate }) },
    change: row.change && seenChange(row.change),
    matchedRequests: row.matched_requests.map(({ request_id: requestId, query }) => ({ requestId, query })),
  };
}

function seenChange({ added, removed, ...change }: StoredChange): SeenChange {
  return {
    requestId: change.request_id,
    added,
    removed,
    addedCount: change.added_count,
    removedCount: change.removed_count,
    previousReadAt: new Date(change.previous_read_at),
    readAt: new Date(change.read_at),
  };
}

interface PageStatement {
  /** First column of the index of record ids. */
  column: 'monitor_id' | 'run';
  direction: 'asc' | 'desc';
  includeContent: boolean;
}

/** Selects the records that fit, and the first one that does not. */
function pageStatement({ column, direction, includeContent }: PageStatement): string {
  // Approximate size of a record, from its stored size without unpacking it. The exact size is counted where the
  // response is written.
  const contentSize = includeContent
    ? `least(octet_length(text), ${UTF8_BYTES} * coalesce(content_characters, 0)::bigint)`
    : '0';
  const changeSize = `${MOST_UNPACKED} * coalesce(pg_column_size(change), 0)`;
  const size = `(pg_column_size(document) + ${changeSize} + pg_column_size(matched_requests) + ${contentSize})::int`;
  const bytesUntil = (preceding: number) =>
    `coalesce(sum(${size}) over (order by record_id ${direction} rows between unbounded preceding and ${preceding} preceding), 0)`;
  return `select record_id, run_id, novelty, first_seen_at, document, matched_requests, change,
         case when not (${includeContent} and is_within) then null
              -- To count characters a text is walked through.
              when octet_length(text) <= content_characters then text
              else left(text, content_characters) end as content,
         is_within
    from (select *, row_number() over (order by record_id ${direction}) <= $5 and ${bytesUntil(1)} <= $6 as is_within, ${bytesUntil(2)} <= $6 as is_shown
            from (select * from monitor_records
                   where ${column} = $1 and ($2::bigint is null or record_id > $2) and ($3::bigint is null or record_id < $3) and created_at > $4
                   order by record_id ${direction} limit $5::int + 1) page) counted
   where is_shown order by record_id ${direction}`;
}

/**
 * PostgreSQL has no statistics yet of a table that has just grown. It then takes a monitor for a small one and sorts
 * all its records for each page. With sorting disabled it walks the index.
 */
function inOrderOfIndex(database: Database, sql: string, parameters: readonly SqlValue[]): Promise<RecordRow[]> {
  return database.transaction(async (transaction) => {
    await transaction.query('set local enable_sort = off');
    return transaction.query(sql, parameters);
  });
}
