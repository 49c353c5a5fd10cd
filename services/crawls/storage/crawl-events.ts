import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Database } from '../../database/database.ts';
import type { Notifications } from '../../database/notifications.ts';
import { subscribe } from '../../database/subscription.ts';
import type { Subscriber } from '../../core/subscriber.ts';
import { CRAWL_NEWS } from './transitions.ts';

type PageColumns = ColumnsOf<
  'crawl_addresses',
  'url' | 'status' | 'reason' | 'http_status' | 'title' | 'fetched_at' | 'document_url'
> & { seq: number };

/** An event of a crawl. `id` rises within the crawl; a reader resumes after the last one that it received. */
export type CrawlEvent =
  | { id: number; type: 'page'; page: PageColumns }
  | { id: number; type: 'ended'; status: string; stopReason: string; at: Date | null };

export interface CrawlEvents {
  /** Yields the crawl's events after `after`, then new ones as they happen. Ends after `ended`. */
  follow(crawlId: string, after: number, following: Subscriber): AsyncGenerator<CrawlEvent>;
}

const POLL_MS = 5_000;
const READ_AT_ONCE = 500;

export function createCrawlEvents({
  database,
  notifications,
}: {
  database: Database;
  notifications: Notifications;
}): CrawlEvents {
  return {
    async *follow(crawlId, after, { signal, permit }) {
      const news = subscribe(notifications, { channels: [CRAWL_NEWS], payload: crawlId, pollMs: POLL_MS, signal });
      let last = after;
      try {
        for (;;) {
          signal.throwIfAborted();
          const heard = news.next();
          // AddressReading the crawl before its pages guarantees that one that has ended shows all of them.
          const crawl = await readCrawl(database, crawlId);
          const pages = await readPages(database, crawlId, last);
          await permit();
          for (const page of pages) yield { id: page.seq, type: 'page', page };
          last = pages.at(-1)?.seq ?? last;
          if (!crawl) return;
          if (pages.length === READ_AT_ONCE) continue;
          if (crawl.stop_reason !== null) {
            const { status, stop_reason: stopReason, completed_at: at, seq } = crawl;
            if (last <= seq) yield { id: seq + 1, type: 'ended', status, stopReason, at };
            return;
          }
          await heard;
        }
      } finally {
        news.close();
      }
    },
  };
}

type EndOfCrawl = ColumnsOf<'crawls', 'status' | 'stop_reason' | 'completed_at' | 'seq'>;

function readCrawl({ builder }: Database, crawlId: string): Promise<EndOfCrawl | undefined> {
  return builder
    .selectFrom('crawls')
    .select(['status', 'stop_reason', 'completed_at', 'seq'])
    .where('id', '=', crawlId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** A page that was read again has its latest event only. */
function readPages({ builder }: Database, crawlId: string, after: number): Promise<PageColumns[]> {
  return builder
    .selectFrom('crawl_addresses')
    .select(['seq', 'url', 'status', 'reason', 'http_status', 'title', 'fetched_at', 'document_url'])
    .where('crawl_id', '=', crawlId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(READ_AT_ONCE)
    .$narrowType<{ seq: number }>()
    .execute();
}
