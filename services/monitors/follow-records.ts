import type { Sql } from '../database/database.ts';
import { ServiceError } from '../errors.ts';
import type { ReadRecords, SeenRecord } from './read-records.ts';
import type { RecordNews, Watch } from './record-news.ts';

export interface FollowedMonitor {
  orgId: string;
  monitorId: string;
  /** The last record id that was seen. */
  since: string | undefined;
  includeContent: boolean;
}

export interface Following {
  /** Ends it; its reason is thrown. */
  signal: AbortSignal;
  /** Throws where the follower may not see more: its key may be revoked meanwhile. */
  permit(): Promise<unknown>;
}

/**
 * A monitor's records after one, oldest first, then further ones as they come.
 *
 * @throws ServiceError NOT_FOUND for a monitor that is absent, or deleted meanwhile; UNAVAILABLE when the records cannot be read
 */
export type FollowRecords = (of: FollowedMonitor, following: Following) => AsyncGenerator<SeenRecord>;

export interface FollowDeps {
  database: Sql;
  records: ReadRecords;
  news: RecordNews;
}

// Many followers at once hold a page each.
const RECORDS_AT_ONCE = 500;

export function createFollowRecords(deps: FollowDeps): FollowRecords {
  return async function* follow(of, { signal, permit }) {
    const watch = deps.news.watch(of.monitorId, signal);
    try {
      for (let page = readPage(deps, of, watch); ; ) {
        const { records, hasMore, heard } = await page;
        const since = records.at(-1)?.recordId ?? of.since;
        if (hasMore) page = readAhead(deps, { ...of, since }, watch);
        // Asked after the records were read: those of a monitor that is deleted are invisible at once.
        await requireMonitor(deps, of);
        signal.throwIfAborted();
        if (records.length > 0) await permit();
        yield* records;
        if (hasMore) continue;
        await heard;
        signal.throwIfAborted();
        page = readPage(deps, { ...of, since }, watch);
      }
    } finally {
      watch.close();
    }
  };
}

interface Page {
  records: SeenRecord[];
  hasMore: boolean;
  /** Resolves when something has happened since the page was read. */
  heard: Promise<void>;
}

async function readPage({ records: read }: FollowDeps, { monitorId, since, includeContent }: FollowedMonitor, watch: Watch): Promise<Page> {
  const heard = watch.next();
  const page = await read({ monitorId }, { since, before: undefined, limit: RECORDS_AT_ONCE, sort: 'asc', include_content: includeContent }).catch(unavailable);
  return { ...page, heard };
}

/** The next page while this one is being sent. Its failure is told when it is its turn. */
function readAhead(deps: FollowDeps, of: FollowedMonitor, watch: Watch): Promise<Page> {
  const page = readPage(deps, of, watch);
  page.catch(() => undefined);
  return page;
}

async function requireMonitor({ database }: FollowDeps, { orgId, monitorId }: FollowedMonitor): Promise<void> {
  const [monitor] = await database.query(`select 1 from monitors where id = $1 and org_id = $2 and status <> 'deleted'`, [monitorId, orgId]).catch(unavailable);
  if (!monitor) throw new ServiceError('NOT_FOUND', 'There is no such monitor.');
}

function unavailable(cause: unknown): never {
  throw new ServiceError('UNAVAILABLE', 'The records cannot be read at the moment; go on after the last one.', { cause, retryAfterSeconds: 1 });
}
