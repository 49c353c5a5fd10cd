import { z } from 'zod';
import type { MapResponse } from '../operations/crawls/responses.ts';
import { parseRequest } from '../operations/calls/parse-request.ts';
import type { JsonBody } from '../operations/calls/call-in-process.ts';
import { cancelCrawl, crawlStatus, startBatch, startCrawl } from './firecrawl-crawls.ts';
import { clientNames } from './firecrawl-options.ts';
import { scrape } from './firecrawl-scrape.ts';
import { searchWeb } from './firecrawl-search.ts';
import { notOffered, onlyAs, refusalOf, refusalsBelow, type ForeignCall, type ForeignService } from './foreign-call.ts';

const MAPPED = 5_000;

/** Scrapes, crawls, maps and searches of Firecrawl's API, version 2, at the root. @see docs/compat.md */
export const FIRECRAWL: ForeignService = {
  endpoints: [
    { method: 'POST', path: '/v2/scrape', handle: scrape },
    { method: 'POST', path: '/v2/batch/scrape', handle: startBatch },
    { method: 'GET', path: '/v2/batch/scrape/:id', handle: (of) => crawlStatus('/v2/batch/scrape', of) },
    { method: 'DELETE', path: '/v2/batch/scrape/:id', handle: cancelCrawl },
    { method: 'POST', path: '/v2/crawl', handle: startCrawl },
    { method: 'GET', path: '/v2/crawl/active', handle: refusalOf('/v2/crawl/active') },
    { method: 'GET', path: '/v2/crawl/:id', handle: (of) => crawlStatus('/v2/crawl', of) },
    { method: 'DELETE', path: '/v2/crawl/:id', handle: cancelCrawl },
    { method: 'POST', path: '/v2/map', handle: map },
    { method: 'POST', path: '/v2/search', handle: searchWeb },
    ...refusalsBelow('/v2'),
  ],
  failures: {
    statusOf({ code, isAfterwards }) {
      if (code === 'DEADLINE_EXCEEDED') return 408;
      // A page that cannot be read: 503 would say that the service is away.
      return code === 'UNAVAILABLE' && isAfterwards ? 500 : undefined;
    },
    bodyOf: ({ code, message, param }, requestId) => ({
      success: false,
      error: message,
      code,
      details: { request_id: requestId, ...(param !== undefined && { param }) },
    }),
  },
};

const MapInput = z.strictObject({
  url: z.string(),
  search: z.string().nullish(),
  limit: z.int().min(1).max(MAPPED).nullish(),
  includeSubdomains: z.boolean().nullish(),
  ignoreQueryParameters: z.boolean().nullish(),
  sitemap: onlyAs('sitemap', 'include'),
  timeout: z.number().positive().nullish(),
  location: notOffered('location'),
  threatProtection: notOffered('threatProtection'),
  auditMetadata: notOffered('auditMetadata'),
  ...clientNames,
});

async function map({ input, call, signal }: ForeignCall): Promise<JsonBody> {
  const asked = parseRequest(MapInput, input);
  const body = {
    url: asked.url,
    limit: asked.limit ?? MAPPED,
    include_subdomains: asked.includeSubdomains ?? true,
    ...(asked.search && { query: asked.search }),
  };
  const { urls } = (await call('map', { body }, signal)) as z.infer<typeof MapResponse>;
  const wanted = asked.ignoreQueryParameters ? urls.filter(({ url }) => !url.includes('?')) : urls;
  return { success: true, links: wanted.map(({ url, title }) => ({ url, ...(title !== undefined && { title }) })) };
}
