import { z } from 'zod';
import { ServiceError } from '../../services/core/errors.ts';
import type { CrawlResponse } from '../operations/crawls/responses.ts';
import { parseRequest } from '../operations/calls/parse-request.ts';
import type { JsonBody } from '../operations/calls/call-in-process.ts';
import { readCrawledPages, type CrawlBody, type CrawledPage } from './crawled-pages.ts';
import { clientNames, documentOptions } from './firecrawl-options.ts';
import { notOffered, onlyAs, type ForeignCall } from './foreign-call.ts';
import { belowOf, globsOf } from './path-patterns.ts';

const PAGES = 10_000;
const MOST_PAGES = 1_000_000;
const MOST_URLS = 100;
const PAGES_OF_STATUS = 25;
const KEPT_DAYS = 30;

const CrawlInput = z.strictObject({
  url: z.string(),
  includePaths: z.array(z.string()).nullish(),
  excludePaths: z.array(z.string()).nullish(),
  maxDiscoveryDepth: z.int().min(0).max(100).nullish(),
  limit: z.int().min(1).max(MOST_PAGES).nullish(),
  crawlEntireDomain: z.boolean().nullish(),
  allowSubdomains: z.boolean().nullish(),
  scrapeOptions: z.strictObject({ ...documentOptions, ...clientNames }).nullish(),
  sitemap: onlyAs('sitemap', 'include'),
  deduplicateSimilarURLs: onlyAs('deduplicateSimilarURLs', true),
  ignoreQueryParameters: notOffered('ignoreQueryParameters'),
  allowExternalLinks: notOffered('allowExternalLinks'),
  ignoreRobotsTxt: notOffered('ignoreRobotsTxt'),
  robotsUserAgent: notOffered('robotsUserAgent'),
  delay: notOffered('delay'),
  maxConcurrency: notOffered('maxConcurrency'),
  webhook: notOffered('webhook'),
  prompt: notOffered('prompt'),
  regexOnFullURL: notOffered('regexOnFullURL'),
  zeroDataRetention: notOffered('zeroDataRetention'),
  ...clientNames,
});

/** A crawl below the address of the call. */
export async function startCrawl({ input, ...calling }: ForeignCall): Promise<JsonBody> {
  const asked = parseRequest(CrawlInput, input);
  const included = (asked.includePaths ?? []).flatMap((pattern) => globsOf(pattern, 'includePaths'));
  const below = asked.crawlEntireDomain ? [] : belowOf(asked.url);
  // A page would have to match one of each, and the globs of a crawl are alternatives.
  if (included.length > 0 && below.length > 0)
    throw new ServiceError(
      'UNIMPLEMENTED',
      'Quarry does not offer includePaths for an address below the root, unless crawlEntireDomain is set.',
      { param: 'includePaths' },
    );
  const body = {
    urls: [asked.url],
    max_pages: asked.limit ?? PAGES,
    ...(typeof asked.maxDiscoveryDepth === 'number' && { max_depth: asked.maxDiscoveryDepth }),
    include: [...included, ...below],
    exclude: (asked.excludePaths ?? []).flatMap((pattern) => globsOf(pattern, 'excludePaths')),
    include_subdomains: asked.allowSubdomains ?? false,
  };
  return started(calling, body, '/v2/crawl');
}

const BatchInput = z.strictObject({
  urls: z.array(z.string()).min(1).max(MOST_URLS, `holds more than ${MOST_URLS} addresses`),
  ...documentOptions,
  webhook: notOffered('webhook'),
  appendToId: notOffered('appendToId'),
  ignoreInvalidURLs: notOffered('ignoreInvalidURLs'),
  maxConcurrency: notOffered('maxConcurrency'),
  ...clientNames,
});

/** A crawl of the pages of the call alone. */
export async function startBatch({ input, ...calling }: ForeignCall): Promise<JsonBody> {
  const urls = [...new Set(parseRequest(BatchInput, input).urls)];
  return started(calling, { urls, max_pages: urls.length, max_depth: 0 }, '/v2/batch/scrape');
}

async function started({ call, signal }: Omit<ForeignCall, 'input'>, body: JsonBody, path: string): Promise<JsonBody> {
  const { crawl } = (await call('createCrawl', { body }, signal)) as z.infer<typeof CrawlResponse>;
  return { success: true, id: crawl.id, url: `${path}/${crawl.id}` };
}

/**
 * The state of a crawl, and once it has ended, a part of its pages with the path of the next part.
 *
 * @param path of the call, without the id
 */
export async function crawlStatus(path: string, { params, query, call, signal }: ForeignCall): Promise<JsonBody> {
  const id = params.id ?? '';
  const { crawl } = (await call('getCrawl', { params: { id } }, signal)) as z.infer<typeof CrawlResponse>;
  const part = { limit: PAGES_OF_STATUS, after: query.get('after') ?? undefined };
  const isEnded = crawl.stop_reason !== undefined;
  const found = isEnded ? await readCrawledPages({ call, signal }, id, part) : { pages: [], next: undefined };
  const { counts } = crawl;
  return {
    success: true,
    status: isEnded ? crawl.status : 'scraping',
    total: counts.found,
    completed: counts.stored + counts.unchanged + counts.skipped + counts.failed,
    creditsUsed: counts.stored,
    expiresAt: expiryOf(crawl),
    ...(found.next !== undefined && { next: `${path}/${id}?after=${encodeURIComponent(found.next)}` }),
    data: found.pages.map(documentOf),
  };
}

function documentOf({ page, markdown }: CrawledPage): JsonBody {
  const { title, url, document_url: documentUrl, http_status_code: statusCode } = page;
  return {
    markdown,
    metadata: { ...(title !== undefined && { title }), sourceURL: url, url: documentUrl, statusCode },
  };
}

function expiryOf({ completed_at: completedAt, created_at: createdAt }: CrawlBody): string {
  return new Date(Date.parse(completedAt ?? createdAt) + KEPT_DAYS * 86_400_000).toISOString();
}

/** @throws ServiceError CONFLICT where it has ended already */
export async function cancelCrawl({ params, call, signal }: ForeignCall): Promise<JsonBody> {
  const of = { params: { id: params.id ?? '' } };
  const { crawl } = (await call('cancelCrawl', of, signal)) as z.infer<typeof CrawlResponse>;
  if (crawl.status !== 'cancelled') throw new ServiceError('CONFLICT', 'The crawl has ended already.');
  return { success: true, status: 'cancelled' };
}
