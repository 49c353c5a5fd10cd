import type { Sql } from '../../database/database.ts';
import type { Subscriber } from '../../core/subscriber.ts';
import { isId } from '../../core/ids.ts';
import { settledWithin } from '../../concurrency/settled-within.ts';
import { monitorNotFound } from '../monitors.ts';
import type { ReadRecords, SeenRecord } from './read-records.ts';
import type { Subscription } from '../../database/subscription.ts';
import type { RecordNews } from '../storage/record-news.ts';
import { createSharedReads, type SharedReads } from './shared-reads.ts';

interface FollowedMonitor {
  orgId: string;
  monitorId: string;
  /** Id of the last record that the subscriber has received. */
  since: string | undefined;
  includeContent: boolean;
}

/**
 * Yields a monitor's records after `since`, oldest first, in portions, then new ones as they are delivered.
 *
 * @throws ServiceError NOT_FOUND for an absent monitor, and once it is deleted
 */
export type FollowRecords = (of: FollowedMonitor, subscriber: Subscriber) => AsyncGenerator<readonly SeenRecord[]>;

export interface FollowDeps {
  database: Sql;
  records: ReadRecords;
  news: RecordNews;
}

// A slow subscriber holds a page, and there may be a thousand subscribers. While there are few, a page may be long, and
// the next one is read while it is sent.
const FEW_SUBSCRIBERS = 32;
const LONG_PAGE: PageSize = { limit: 1_000, maxBytes: 1024 * 1024 };
const SHORT_PAGE: PageSize = { limit: 32, maxBytes: 32 * 1024 };
const SENT_AT_ONCE = 32;
const READS_AT_ONCE = 3;
// A deleted monitor ends an active stream within a second, and an idle one within half a minute.
const CHECK_EVERY_MS = 500;
const IDLE_MS = 30_000;

export function createFollowRecords(deps: FollowDeps, idleMs = IDLE_MS): FollowRecords {
  const shared = createSharedReads(READS_AT_ONCE);
  let subscribers = 0;

  return async function* follow(of, { signal, permit }) {
    if (!isId('mon', of.monitorId)) throw monitorNotFound();
    const requireAccess = async () => void (await Promise.all([requireMonitor(deps, shared, of), permit()]));
    await requireAccess();
    const watch = deps.news.watch(of.monitorId, signal);
    subscribers += 1;
    try {
      let { since } = of;
      const isOneOfFew = () => subscribers <= FEW_SUBSCRIBERS;
      const readNext = () =>
        readPage(deps, shared, { ...of, since, ...(isOneOfFew() ? LONG_PAGE : SHORT_PAGE) }, watch);
      for (let page = readNext(); ;) {
        const { records, hasMore, changed } = await page;
        // The page may be empty: a poll or a reconnect wakes a subscriber too.
        since = records.at(-1)?.recordId ?? since;
        const ahead = hasMore && isOneOfFew() ? prefetched(readNext()) : undefined;
        yield* checkedPortions(records, requireAccess, signal);
        if (!hasMore) await settledWithin(idleMs, changed);
        signal.throwIfAborted();
        page = ahead ?? readNext();
      }
    } finally {
      subscribers -= 1;
      watch.close();
    }
  };
}

/** Checks access after the records are read, and again while a slow subscriber receives them. */
async function* checkedPortions(
  records: readonly SeenRecord[],
  requireAccess: () => Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<readonly SeenRecord[]> {
  await requireAccess();
  let checkedAt = performance.now();
  for (let from = 0; from < records.length; from += SENT_AT_ONCE) {
    if (performance.now() - checkedAt > CHECK_EVERY_MS) {
      await requireAccess();
      checkedAt = performance.now();
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
  /** Resolves when the monitor has changed since the page was read. */
  changed: Promise<void>;
}

async function readPage(
  { records: read }: FollowDeps,
  shared: SharedReads,
  { monitorId, since, includeContent, limit, maxBytes }: FollowedMonitor & PageSize,
  watch: Subscription,
): Promise<Page> {
  const changed = watch.next();
  const query = { since, before: undefined, limit, sort: 'asc', includeContent } as const;
  const page = await shared(`records ${monitorId} ${since} ${includeContent} ${limit}`, () =>
    read({ monitorId }, query, maxBytes),
  );
  return { ...page, changed };
}

/** A failure is reported when the page is consumed. */
function prefetched(page: Promise<Page>): Promise<Page> {
  page.catch(() => undefined);
  return page;
}

async function requireMonitor(
  { database }: FollowDeps,
  shared: SharedReads,
  { orgId, monitorId }: FollowedMonitor,
): Promise<void> {
  const find = () =>
    database.builder
      .selectFrom('monitors')
      .select('id')
      .where('id', '=', monitorId)
      .where('org_id', '=', orgId)
      .where('status', '<>', 'deleted')
      .executeTakeFirst();
  const monitor = await shared(`monitor ${orgId} ${monitorId}`, find);
  if (!monitor) throw monitorNotFound();
}
