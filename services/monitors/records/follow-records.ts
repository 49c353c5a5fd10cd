import type { Sql } from '../../database/database.ts';
import type { Subscriber } from '../../core/subscriber.ts';
import { isId } from '../../core/ids.ts';
import { settledWithin } from '../../concurrency/settled-within.ts';
import { monitorNotFound } from '../monitors.ts';
import type { ReadRecords, SeenRecord } from './read-records.ts';
import type { Subscription } from '../../database/subscription.ts';
import type { RecordNews } from '../rows/record-news.ts';
import { createSharedReads, type SharedReads } from './shared-reads.ts';

interface FollowedMonitor {
  orgId: string;
  monitorId: string;
  /** The last record id that was seen. */
  since: string | undefined;
  includeContent: boolean;
}

/**
 * A monitor's records after one, oldest first, then further ones as they come; a few at a time.
 *
 * @throws ServiceError NOT_FOUND for a monitor that is absent, or deleted meanwhile
 */
export type FollowRecords = (of: FollowedMonitor, following: Subscriber) => AsyncGenerator<readonly SeenRecord[]>;

export interface FollowDeps {
  database: Sql;
  records: ReadRecords;
  news: RecordNews;
}

// A slow subscriber holds a page, and there may be a thousand subscribers: with few of them a page may be long, and the next
// one read while it is sent.
const FEW_FOLLOWERS = 32;
const LONG_PAGE: PageSize = { limit: 1_000, maxBytes: 1024 * 1024 };
const SHORT_PAGE: PageSize = { limit: 32, maxBytes: 32 * 1024 };
const SENT_AT_ONCE = 32;
const READS_AT_ONCE = 3;
// A key is revoked, and a monitor gone, within a second; where there is nothing to tell, within half a minute.
const PERMITTED_MS = 500;
const IDLE_MS = 30_000;

export function createFollowRecords(deps: FollowDeps, idleMs = IDLE_MS): FollowRecords {
  const shared = createSharedReads(READS_AT_ONCE);
  let followers = 0;

  return async function* follow(of, { signal, permit }) {
    if (!isId('mon', of.monitorId)) throw monitorNotFound();
    const mayFollow = async () => void (await Promise.all([requireMonitor(deps, shared, of), permit()]));
    await mayFollow();
    const watch = deps.news.watch(of.monitorId, signal);
    followers += 1;
    try {
      let { since } = of;
      const isOneOfFew = () => followers <= FEW_FOLLOWERS;
      const readNext = () =>
        readPage(deps, shared, { ...of, since, ...(isOneOfFew() ? LONG_PAGE : SHORT_PAGE) }, watch);
      for (let page = readNext(); ;) {
        const { records, hasMore, heard } = await page;
        // There may be nothing new: a poll and a connection made anew wake a follower too.
        since = records.at(-1)?.recordId ?? since;
        const ahead = hasMore && isOneOfFew() ? forLater(readNext()) : undefined;
        yield* permitted(records, mayFollow, signal);
        if (!hasMore) await settledWithin(idleMs, heard);
        signal.throwIfAborted();
        page = ahead ?? readNext();
      }
    } finally {
      followers -= 1;
      watch.close();
    }
  };
}

/** Checked after the records were read, and again while a slow reader takes them. */
async function* permitted(
  records: readonly SeenRecord[],
  mayFollow: () => Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<readonly SeenRecord[]> {
  await mayFollow();
  let askedAt = performance.now();
  for (let from = 0; from < records.length; from += SENT_AT_ONCE) {
    if (performance.now() - askedAt > PERMITTED_MS) {
      await mayFollow();
      askedAt = performance.now();
    }
    signal.throwIfAborted();
    yield records.slice(from, from + SENT_AT_ONCE);
  }
}

interface PageSize {
  limit: number;
  maxBytes: number;
}

interface Page {
  records: SeenRecord[];
  hasMore: boolean;
  /** Resolves when something has happened since the page was read. */
  heard: Promise<void>;
}

async function readPage(
  { records: read }: FollowDeps,
  shared: SharedReads,
  { monitorId, since, includeContent, limit, maxBytes }: FollowedMonitor & PageSize,
  watch: Subscription,
): Promise<Page> {
  const heard = watch.next();
  const query = { since, before: undefined, limit, sort: 'asc', includeContent } as const;
  const page = await shared(`records ${monitorId} ${since} ${includeContent} ${limit}`, () =>
    read({ monitorId }, query, maxBytes),
  );
  return { ...page, heard };
}

/** Its failure is told when it is its turn. */
function forLater(page: Promise<Page>): Promise<Page> {
  page.catch(() => undefined);
  return page;
}

async function requireMonitor(
  { database }: FollowDeps,
  shared: SharedReads,
  { orgId, monitorId }: FollowedMonitor,
): Promise<void> {
  const find = () =>
    database.query(`select 1 from monitors where id = $1 and org_id = $2 and status <> 'deleted'`, [monitorId, orgId]);
  const [monitor] = await shared(`monitor ${orgId} ${monitorId}`, find);
  if (!monitor) throw monitorNotFound();
}
