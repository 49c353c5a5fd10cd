import { z } from 'zod';
import { ADDRESS_STATUSES } from '../../../entities/crawls/crawl-address.ts';
import { CRAWL_STATUSES, CRAWL_STOP_REASONS, RENDER_MODES } from '../../../entities/crawls/crawl.ts';
import type { CrawlEvent } from '../../../services/crawls/storage/crawl-events.ts';
import type { CrawlPage } from '../../../services/crawls/storage/crawl-pages.ts';
import type { StoredCrawl } from '../../../services/crawls/storage/stored-crawls.ts';
import type { SiteMap } from '../../../services/crawls/map-site.ts';
import { SCOPES } from '../../../services/query/scopes.ts';
import { Metadata } from '../responses/documents.ts';
import { RequestId } from '../responses/request-id.ts';

const CrawlObject = z
  .object({
    id: z.string(),
    status: z.enum(CRAWL_STATUSES),
    stop_reason: z.enum(CRAWL_STOP_REASONS).optional().describe('Why the crawl ended. Absent until then.'),
    request: z.object({
      urls: z.array(z.string()),
      max_pages: z.int(),
      max_depth: z.int(),
      include: z.array(z.string()),
      exclude: z.array(z.string()),
      include_subdomains: z.boolean(),
      render: z.enum(RENDER_MODES),
      scope: z.enum(SCOPES).optional(),
      collection: z.string().optional(),
      metadata: Metadata.optional(),
      refresh: z.string().optional(),
    }),
    counts: z.object({
      found: z.int().describe('Addresses that the crawl knows.'),
      fetched: z.int().describe('Responses of origins, over all rounds.'),
      stored: z.int().describe('Pages that were stored, new or changed, over all rounds. Each costs one credit.'),
      unchanged: z.int().describe('Pages whose stored version was current, over all rounds.'),
      skipped: z.int().describe('Addresses without a page of their own, over all rounds.'),
      failed: z.int().describe('Addresses that could not be read, over all rounds.'),
    }),
    round: z.int().describe('Number of the current round, from 1.'),
    created_at: z.iso.datetime(),
    started_at: z.iso.datetime().optional(),
    completed_at: z.iso.datetime().optional(),
    next_round_at: z.iso.datetime().optional().describe('Beginning of the next round, between two rounds.'),
    warnings: z
      .array(z.object({ type: z.literal('document_limit'), message: z.string() }))
      .optional()
      .describe('What keeps the crawl from storing pages. Absent if nothing does.'),
  })
  .meta({ id: 'Crawl' });

const PageObject = z
  .object({
    url: z.string(),
    status: z
      .enum(ADDRESS_STATUSES)
      .describe(
        'waiting: not read yet in this round. stored: its text is new or has changed. unchanged: the stored version is current. skipped: it has no page of its own. failed: it could not be read.',
      ),
    reason: z.string().optional().describe('Why it was skipped, failed, or waits to be tried again.'),
    http_status_code: z.int().optional(),
    title: z.string().optional(),
    depth: z.int().describe('Number of links from a seed.'),
    fetched_at: z.iso.datetime().optional(),
    document_url: z.string().optional().describe('URL of its document.'),
  })
  .meta({ id: 'CrawlPage' });

export const CrawlResponse = z.object({ request_id: RequestId, crawl: CrawlObject }).meta({ id: 'CrawlResponse' });
const next = z.string().optional().describe('Cursor of the next page, for `after`. Absent on the last page.');
export const CrawlList = z
  .object({ request_id: RequestId, crawls: z.array(CrawlObject), next })
  .meta({ id: 'CrawlList' });
export const CrawlPageList = z
  .object({ request_id: RequestId, pages: z.array(PageObject), next })
  .meta({ id: 'CrawlPageList' });
export const CrawlDeleted = z
  .object({ request_id: RequestId, documents_deleted: z.int().describe('Number of deleted documents.') })
  .meta({ id: 'CrawlDeleted' });

export const MapResponse = z
  .object({
    request_id: RequestId,
    urls: z.array(
      z.object({
        url: z.string(),
        title: z.string().optional().describe('Title of the page, or the text of a link to it.'),
        last_modified: z.iso.datetime().optional().describe('When it was last changed, as a sitemap or feed states.'),
      }),
    ),
    warnings: z
      .array(z.object({ type: z.literal('not_read'), message: z.string() }))
      .optional()
      .describe('What could not be read. Absent if everything was.'),
  })
  .meta({ id: 'MapResponse' });

const LIMITED = {
  type: 'document_limit' as const,
  message: 'The limit of documents of the organization is reached: the crawl stores no further pages.',
};

export function crawlToWire(crawl: StoredCrawl): z.infer<typeof CrawlObject> {
  const { request, found, fetched, stored, unchanged, skipped, failed } = crawl;
  const {
    maxPages,
    maxDepth,
    includeSubdomains,
    scope,
    collection,
    metadata,
    refresh,
    urls,
    include,
    exclude,
    render,
  } = request;
  return {
    id: crawl.id,
    status: crawl.status,
    ...(crawl.stopReason && { stop_reason: crawl.stopReason }),
    request: {
      urls,
      max_pages: maxPages,
      max_depth: maxDepth,
      include,
      exclude,
      include_subdomains: includeSubdomains,
      render,
      ...(scope !== null && { scope: scope as (typeof SCOPES)[number] }),
      ...(collection !== null && { collection }),
      ...(metadata !== null && { metadata }),
      ...(refresh !== null && { refresh }),
    },
    counts: { found, fetched, stored, unchanged, skipped, failed },
    round: crawl.round,
    created_at: crawl.createdAt.toISOString(),
    ...(crawl.startedAt && { started_at: crawl.startedAt.toISOString() }),
    ...(crawl.completedAt && { completed_at: crawl.completedAt.toISOString() }),
    ...(crawl.nextRoundAt && { next_round_at: crawl.nextRoundAt.toISOString() }),
    ...(crawl.isLimited && { warnings: [LIMITED] }),
  };
}

export function crawlPageToWire(page: Omit<CrawlPage, 'key' | 'depth'> & { depth?: number }) {
  return {
    url: page.url,
    status: page.status,
    ...(page.reason !== null && { reason: page.reason }),
    ...(page.http_status !== null && { http_status_code: page.http_status }),
    ...(page.title !== null && { title: page.title }),
    ...(page.depth !== undefined && { depth: page.depth }),
    ...(page.fetched_at !== null && { fetched_at: page.fetched_at.toISOString() }),
    ...(page.document_url !== null && { document_url: page.document_url }),
  };
}

/** Events of a stream, each with its id, its type and JSON data. */
export async function* crawlEventsToWire(events: AsyncIterable<CrawlEvent>) {
  for await (const event of events)
    yield event.type === 'page'
      ? { id: event.id, type: event.type, data: crawlPageToWire(event.page) }
      : {
          id: event.id,
          type: event.type,
          data: { status: event.status, stop_reason: event.stopReason, at: event.at?.toISOString() },
        };
}

export function mapToWire(requestId: string, { urls, warnings }: SiteMap) {
  return {
    request_id: requestId,
    urls: urls.map(({ url, title, lastModified }) => ({
      url,
      ...(title && { title }),
      ...(lastModified && { last_modified: lastModified.toISOString() }),
    })),
    ...(warnings.length > 0 && { warnings: warnings.map((message) => ({ type: 'not_read' as const, message })) }),
  };
}
