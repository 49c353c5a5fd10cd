import type { Sql } from '../database/database.ts';
import { ServiceError } from '../errors.ts';
import type { ReadRecords, SeenRecord } from './read-records.ts';
import type { RecordNews } from './record-news.ts';

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
  return async function* follow({ orgId, monitorId, since, includeContent }, { signal, permit }) {
    const watch = deps.news.watch(monitorId, signal);
    let last = since;
    try {
      for (;;) {
        signal.throwIfAborted();
        const heard = watch.next();
        const { records, hasMore } = await page(deps, { orgId, monitorId, since: last, includeContent });
        if (records.length > 0) await permit();
        yield* records;
        last = records.at(-1)?.recordId ?? last;
        if (!hasMore) await heard;
      }
    } finally {
      watch.close();
    }
  };
}

async function page({ database, records }: FollowDeps, { orgId, monitorId, since, includeContent }: FollowedMonitor) {
  try {
    const found = await records({ monitorId }, { since, before: undefined, limit: RECORDS_AT_ONCE, sort: 'asc', include_content: includeContent });
    // Looked at after the records: those of a monitor that is deleted are invisible at once.
    const [monitor] = await database.query(`select 1 from monitors where id = $1 and org_id = $2 and status <> 'deleted'`, [monitorId, orgId]);
    if (monitor) return found;
  } catch (error) {
    throw new ServiceError('UNAVAILABLE', 'The records cannot be read at the moment; go on after the last one.', { cause: error, retryAfterSeconds: 1 });
  }
  throw new ServiceError('NOT_FOUND', 'There is no such monitor.');
}
