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
    const direction = sort === 'asc' ? 'asc' : 'desc';
    const content = includeContent ? 'left(text, content_characters)' : 'null::text';
    // About what a record takes, asked of what is stored without unpacking it: bytes on the wire are counted exactly where the page is written.
    const contentSize = includeContent ? `least(octet_length(text), ${UTF8_BYTES} * coalesce(content_characters, 0)::bigint)` : '0';
    const size = `pg_column_size(document) + pg_column_size(matched_requests) + ${contentSize}`;
    const records = await database.query<SeenRecord & Record<string, unknown>>(
      `select record_id as "recordId", run_id as "runId", novelty, first_seen_at as "firstSeenAt", document, matched_requests as "matchedRequests",
              ${content} as content
         from (select *, sum(${size}) over (order by record_id ${direction}) - (${size}) as bytes_before
                 from (select * from monitor_records
                        where monitor_id = $1 and created_at > $2 and ($3::text is null or run = $3)
                          and ($4::bigint is null or record_id > $4) and ($5::bigint is null or record_id < $5)
                        order by record_id ${direction} limit $6) page) counted
        where bytes_before <= $7 order by record_id ${direction}`,
      [monitorId, visibleSince(clock.now()), run ?? null, since ?? null, before ?? null, limit + 1, maxBytes],
    );
    const last = records.at(-1);
    const hasMore = records.length > limit || (last !== undefined && records.length < limit && (await isFollowed(database, { monitorId, run, since, before, last, direction }, visibleSince(clock.now()))));
    return { records: records.slice(0, limit), hasMore };
  };
}

interface PageEnd {
  monitorId: string;
  run: string | undefined;
  since: string | undefined;
  before: string | undefined;
  last: SeenRecord;
  direction: 'asc' | 'desc';
}

/** Whether a page that is not full ended at its budget. */
async function isFollowed(sql: Sql, { monitorId, run, since, before, last, direction }: PageEnd, visible: Date): Promise<boolean> {
  const following = await sql.query(
    `select 1 from monitor_records where monitor_id = $1 and created_at > $2 and ($3::text is null or run = $3)
        and record_id ${direction === 'asc' ? '>' : '<'} $4 and ($5::bigint is null or record_id > $5) and ($6::bigint is null or record_id < $6) limit 1`,
    [monitorId, visible, run ?? null, last.recordId, since ?? null, before ?? null],
  );
  return following.length > 0;
}
