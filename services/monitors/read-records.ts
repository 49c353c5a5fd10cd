import type { MonitorRecord } from '../../entities/monitor-record.ts';
import type { Clock } from '../clock.ts';
import type { Sql } from '../database/database.ts';
import { PAGE_BYTES } from '../page.ts';
import type { ListRecordsQuery } from './request.ts';
import { visibleSince } from './visible.ts';

/** A record as it is told. */
export interface SeenRecord extends Pick<MonitorRecord, 'recordId' | 'runId' | 'novelty' | 'firstSeenAt' | 'document' | 'matchedRequests'> {
  /** Null where no search asked for it, or the caller did not. */
  content: string | null;
}

export interface RecordsOf {
  monitorId: string;
  /** The key of a run, for its records alone. */
  run?: string;
}

// At most, of one character.
const UTF8_BYTES = 4;

/** Reads records of a monitor; ids become visible in their order, so that whoever follows them by `since` misses none. */
export type ReadRecords = (of: RecordsOf, query: ListRecordsQuery, maxBytes?: number) => Promise<{ records: SeenRecord[]; hasMore: boolean }>;

export function createReadRecords({ database, clock }: { database: Sql; clock: Clock }): ReadRecords {
  return async ({ monitorId, run }, { since, before, limit, sort, include_content: includeContent }, maxBytes = PAGE_BYTES) => {
    const rows = await database.query<SeenRecord & { isWithin: boolean }>(walk({ column: run === undefined ? 'monitor_id' : 'run', isForward: sort === 'asc', includeContent }), [
      run ?? monitorId, since ?? null, before ?? null, visibleSince(clock.now()), limit, maxBytes,
    ]);
    const hasMore = rows.at(-1)?.isWithin === false;
    return { records: hasMore ? rows.slice(0, -1) : rows, hasMore };
  };
}

interface Walk {
  /** Which the ids are indexed with. */
  column: 'monitor_id' | 'run';
  isForward: boolean;
  includeContent: boolean;
}

/**
 * From one record to the next, until there are enough of them or of their bytes, and one further. A query for all at once is
 * answered from the index in its order only where PostgreSQL's statistics are fresh; of a table that has just grown they are
 * not, and each page then sorts every record of the monitor.
 */
function walk({ column, isForward, includeContent }: Walk): string {
  const [order, after] = isForward ? ['asc', '>'] : ['desc', '<'];
  // About what a record takes, asked of what is stored without unpacking it: bytes on the wire are counted exactly where the page is written.
  const contentSize = includeContent ? `least(octet_length(walked.text), ${UTF8_BYTES} * coalesce(walked.content_characters, 0)::bigint)` : '0';
  const next = (further: string) => `select * from monitor_records
    where ${column} = $1 and ($2::bigint is null or record_id > $2) and ($3::bigint is null or record_id < $3) and created_at > $4 ${further} order by record_id ${order} limit 1`;
  return `with recursive walked as (
      (select one.*, 1 as nth, 0::bigint as bytes_before from (${next('')}) one)
      union all
      select one.*, walked.nth + 1, walked.bytes_before + pg_column_size(walked.document) + pg_column_size(walked.matched_requests) + ${contentSize}
        from walked cross join lateral (${next(`and record_id ${after} walked.record_id`)}) one
       where walked.nth <= $5 and walked.bytes_before <= $6)
    select record_id as "recordId", run_id as "runId", novelty, first_seen_at as "firstSeenAt", document, matched_requests as "matchedRequests",
           case when not (${includeContent} and nth <= $5 and bytes_before <= $6) then null
                -- To count characters a text is walked through.
                when octet_length(text) <= content_characters then text
                else left(text, content_characters) end as content,
           nth <= $5 and bytes_before <= $6 as "isWithin"
      from walked order by nth`;
}
