import type { CrawlRequest } from '../../entities/crawls/crawl.ts';
import type { ADDRESS_STATUSES } from '../../entities/crawls/crawl-address.ts';
import { recordCallersChange } from '../accounts/audit-log.ts';
import type { Clock } from '../core/clock.ts';
import { cursorAfter, idInCursor } from '../core/cursor.ts';
import { ServiceError } from '../core/errors.ts';
import { idOf, isId } from '../core/ids.ts';
import type { Subscriber } from '../core/subscriber.ts';
import type { Database } from '../database/database.ts';
import { notify } from '../temporal/notify.ts';
import type { WorkflowClient } from '../temporal/workflow-client.ts';
import { deleteCrawl, type DeleteCrawlDeps } from './delete-crawl.ts';
import type { CrawlEvent, CrawlEvents } from './storage/crawl-events.ts';
import { listPages, type CrawlPage } from './storage/crawl-pages.ts';
import { insertCrawl, selectCrawls, type StoredCrawl } from './storage/stored-crawls.ts';
import { CRAWL_OPERATION, endCrawl } from './storage/transitions.ts';

export interface CrawlOptions {
  request: CrawlRequest;
  refreshSeconds: number | null;
}

interface ListPage {
  limit: number;
  after?: string | undefined;
}

export interface Crawls {
  /** @throws ServiceError RATE_LIMITED with too many in progress, INSUFFICIENT_CREDITS without a credit */
  create(caller: { orgId: string; keyId: string }, operationId: string, options: CrawlOptions): Promise<StoredCrawl>;
  /** @throws ServiceError NOT_FOUND for an absent crawl and another organization's crawl alike */
  get(orgId: string, crawlId: string): Promise<StoredCrawl>;
  /** Newest first. */
  list(orgId: string, page: ListPage): Promise<{ crawls: StoredCrawl[]; next: string | undefined }>;
  /** The addresses of a crawl in the order of their canonical form. @throws as `get` */
  pages(
    orgId: string,
    crawlId: string,
    page: ListPage & { status?: (typeof ADDRESS_STATUSES)[number] | undefined },
  ): Promise<{ pages: CrawlPage[]; next: string | undefined }>;
  /** @throws ServiceError as `get`, INVALID_REQUEST for an invalid event id */
  events(
    orgId: string,
    crawlId: string,
    after: string | undefined,
    following: Subscriber,
  ): Promise<AsyncGenerator<CrawlEvent>>;
  /** Cancels a crawl. One that has ended is returned unchanged. */
  cancel(orgId: string, crawlId: string): Promise<StoredCrawl>;
  /** Deletes a crawl, and its documents unless they are kept; returns their number. */
  remove(orgId: string, crawlId: string, keepDocuments: boolean): Promise<{ documentsDeleted: number }>;
}

export interface CrawlsDeps extends DeleteCrawlDeps {
  database: Database;
  clock: Clock;
  workflows: Pick<WorkflowClient, 'startCrawl' | 'cancelCrawl'>;
  events: CrawlEvents;
  /** Counts the charge of a cancelled crawl. Absent: charges are not counted. */
  charged?: ((operation: string, credits: number) => void) | undefined;
}

const EVENT_ID = /^\d{1,9}$/;

export function createCrawls(deps: CrawlsDeps): Crawls {
  const { database, workflows, clock } = deps;

  async function get(orgId: string, crawlId: string): Promise<StoredCrawl> {
    const crawl = isId('crawl', crawlId)
      ? await selectCrawls(database, orgId).where('id', '=', crawlId).executeTakeFirst()
      : undefined;
    if (!crawl) throw new ServiceError('NOT_FOUND', 'No crawl of this organization has this id.');
    return crawl;
  }

  async function end(orgId: string, crawlId: string, action: 'crawl.cancel' | 'crawl.delete'): Promise<void> {
    const of = { crawlId, orgId, now: clock.now() };
    const credits = await database.transaction(async (sql) => {
      const settled = await endCrawl(sql, of, 'cancelled');
      if (settled === undefined && action === 'crawl.cancel') return undefined;
      await recordCallersChange(sql, { orgId, action, subjectId: crawlId, at: of.now });
      return settled;
    });
    if (credits) deps.charged?.(CRAWL_OPERATION, credits);
    if (credits !== undefined) await notify(workflows.cancelCrawl(crawlId));
  }

  return {
    get,

    async create({ orgId, keyId: callerId }, operationId, { request, refreshSeconds }) {
      const crawlId = idOf('crawl', operationId);
      const crawl = { orgId, callerId, crawlId, request, refreshSeconds, now: clock.now() };
      await database.transaction((sql) => insertCrawl(sql, crawl));
      const created = await get(orgId, crawlId);
      // The reconciler makes up for a failed start, because the row is durable.
      await notify(workflows.startCrawl({ crawlId, orgId, url: request.urls[0] ?? '' }));
      return created;
    },

    async list(orgId, { limit, after }) {
      let page = selectCrawls(database, orgId);
      if (after !== undefined) page = page.where('id', '<', idInCursor('crawl', after));
      const found = await page
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      const crawls = found.slice(0, limit);
      const last = crawls.at(-1);
      return { crawls, next: found.length > limit && last ? cursorAfter(last.id) : undefined };
    },

    async pages(orgId, crawlId, page) {
      await get(orgId, crawlId);
      return listPages(database, crawlId, page);
    },

    async events(orgId, crawlId, after = '0', following) {
      if (!EVENT_ID.test(after))
        throw new ServiceError('INVALID_REQUEST', 'Last-Event-ID: is not a valid event id', { param: 'Last-Event-ID' });
      await get(orgId, crawlId);
      return deps.events.follow(crawlId, Number(after), following);
    },

    async cancel(orgId, crawlId) {
      const crawl = await get(orgId, crawlId);
      if (crawl.stopReason !== null) return crawl;
      await end(orgId, crawlId, 'crawl.cancel');
      return get(orgId, crawlId);
    },

    async remove(orgId, crawlId, keepDocuments) {
      await get(orgId, crawlId);
      await end(orgId, crawlId, 'crawl.delete');
      await database.builder
        .updateTable('crawls')
        .set({ deleted_at: clock.now(), keep_documents: keepDocuments })
        .where('id', '=', crawlId)
        .where('deleted_at', 'is', null)
        .execute();
      return { documentsDeleted: await deleteCrawl(deps, { orgId, crawlId }) };
    },
  };
}
