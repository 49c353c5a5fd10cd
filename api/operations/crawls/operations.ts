import { z } from 'zod';
import type { Meter } from '../../../services/billing/charge-call.ts';
import { MAP_CREDITS } from '../../../services/billing/prices.ts';
import { cursorAfter } from '../../../services/core/cursor.ts';
import { pageOf } from '../../../services/core/page.ts';
import type { Crawls } from '../../../services/crawls/crawls.ts';
import type { MapSite } from '../../../services/crawls/map-site.ts';
import { EventStream } from '../calls/event-stream.ts';
import { operation, MEBIBYTE, type Operation } from '../calls/operation.ts';
import {
  CreateCrawlRequest,
  DeleteCrawlQuery,
  ListCrawlPagesQuery,
  ListCrawlsQuery,
  MapBody,
  toCrawlOptions,
  toMapRequest,
} from './requests.ts';
import {
  CrawlDeleted,
  crawlEventsToWire,
  CrawlList,
  CrawlPageList,
  crawlPageToWire,
  CrawlResponse,
  crawlToWire,
  MapResponse,
  mapToWire,
} from './responses.ts';

export interface CrawlServices {
  crawls: Crawls;
  mapSite: MapSite;
  meter: Meter;
}

const reads = { tag: 'Crawls', scope: 'crawls:read' } as const;
const writes = { tag: 'Crawls', scope: 'crawls:write' } as const;
const success = { status: 200, description: 'The crawl.', schema: CrawlResponse } as const;

export function crawlOperations(services: CrawlServices): Operation[] {
  const { crawls } = services;
  return [
    map(services),
    create(crawls),
    list(crawls),
    get(crawls),
    pages(crawls),
    events(crawls),
    cancel(crawls),
    remove(crawls),
  ];
}

const map = ({ mapSite, meter }: CrawlServices) =>
  operation({
    ...writes,
    method: 'POST',
    path: '/v1/map',
    operationId: 'map',
    summary: 'List the addresses of a site',
    description:
      'Reads sitemaps, feeds, llms.txt and the first pages of the site, in at most five seconds, and stores nothing. Costs one credit, unless it finds nothing.',
    rateClass: 'crawls',
    body: {
      schema: MapBody,
      maxBytes: MEBIBYTE,
      carriesKey: false,
      example: { url: 'https://example.com', query: 'leave' },
    },
    success: { status: 200, description: 'The addresses, best first.', schema: MapResponse },
    idempotent: true,
    async handle({ caller, operationId, requestId, body, signal }) {
      const chargedFor = { operation: 'map', callerId: caller.keyId, scope: null };
      return meter.run({ orgId: caller.orgId, operationId, upTo: MAP_CREDITS, chargedFor }, async () => {
        const found = await mapSite(toMapRequest(body), signal);
        return { result: mapToWire(requestId, found), credits: found.urls.length > 0 ? MAP_CREDITS : 0 };
      });
    },
  });

const create = (crawls: Crawls) =>
  operation({
    ...writes,
    method: 'POST',
    path: '/v1/crawls',
    operationId: 'createCrawl',
    summary: 'Crawl sites into your own index',
    description:
      'Returns at once. The pages become documents of the organization while the crawl runs. Costs one credit for each stored page. 429 also if the organization has five crawls in progress.',
    rateClass: 'crawls',
    body: {
      schema: CreateCrawlRequest,
      maxBytes: MEBIBYTE,
      carriesKey: false,
      example: { urls: ['https://example.com/handbook/'], max_pages: 200, include: ['/handbook/**'] },
    },
    success: { status: 201, description: 'The crawl, with the status pending.', schema: CrawlResponse },
    idempotent: true,
    handle: async ({ caller, operationId, requestId, body }) => ({
      request_id: requestId,
      crawl: crawlToWire(await crawls.create(caller, operationId, toCrawlOptions(body))),
    }),
  });

const list = (crawls: Crawls) =>
  operation({
    ...reads,
    method: 'GET',
    path: '/v1/crawls',
    operationId: 'listCrawls',
    summary: "List the organization's crawls, newest first",
    query: ListCrawlsQuery,
    success: { status: 200, description: 'One page of crawls, at most 3.5 MiB.', schema: CrawlList },
    async handle({ caller, query, requestId }) {
      const found = await crawls.list(caller.orgId, query);
      const { items, hasMore: isCut } = pageOf(found.crawls.map(crawlToWire), false);
      const last = items.at(-1);
      const next = last && isCut ? cursorAfter(last.id) : found.next;
      return { request_id: requestId, crawls: items, ...(next !== undefined && { next }) };
    },
  });

const get = (crawls: Crawls) =>
  operation({
    ...reads,
    method: 'GET',
    path: '/v1/crawls/:id',
    operationId: 'getCrawl',
    summary: 'Read a crawl',
    success,
    handle: async ({ caller, params, requestId }) => ({
      request_id: requestId,
      crawl: crawlToWire(await crawls.get(caller.orgId, params.id ?? '')),
    }),
  });

const pages = (crawls: Crawls) =>
  operation({
    ...reads,
    method: 'GET',
    path: '/v1/crawls/:id/pages',
    operationId: 'listCrawlPages',
    summary: 'List the addresses of a crawl',
    query: ListCrawlPagesQuery,
    success: { status: 200, description: 'One page of addresses.', schema: CrawlPageList },
    async handle({ caller, params, query, requestId }) {
      const found = await crawls.pages(caller.orgId, params.id ?? '', query);
      const { next } = found;
      return { request_id: requestId, pages: found.pages.map(crawlPageToWire), ...(next !== undefined && { next }) };
    },
  });

const events = (crawls: Crawls) =>
  operation({
    ...reads,
    method: 'GET',
    path: '/v1/crawls/:id/events',
    operationId: 'followCrawl',
    summary: 'Follow the events of a crawl',
    description:
      'Stream of server-sent events. Each event has an `id`, a type (`page`, or `ended` for the last one) and JSON data. To resume, send the last received id as `Last-Event-ID`. A page that a later round has read again has its latest event only. A comment follows every 15 seconds without an event.',
    success: {
      status: 200,
      description: 'Events as they occur. The stream ends with the crawl.',
      schema: z.string(),
      contentType: 'text/event-stream',
    },
    async handle({ caller, params, lastEventId, signal, permit }) {
      const happening = await crawls.events(caller.orgId, params.id ?? '', lastEventId, { signal, permit });
      return EventStream.named(crawlEventsToWire(happening));
    },
  });

const cancel = (crawls: Crawls) =>
  operation({
    ...writes,
    method: 'POST',
    path: '/v1/crawls/:id/cancel',
    operationId: 'cancelCrawl',
    summary: 'Cancel a crawl',
    description: 'Its documents stay. Returns a crawl that has already ended unchanged, so a retry is safe.',
    success,
    handle: async ({ caller, params, requestId }) => ({
      request_id: requestId,
      crawl: crawlToWire(await crawls.cancel(caller.orgId, params.id ?? '')),
    }),
  });

const remove = (crawls: Crawls) =>
  operation({
    ...writes,
    method: 'DELETE',
    path: '/v1/crawls/:id',
    operationId: 'deleteCrawl',
    summary: 'Delete a crawl and its documents',
    description: 'Cancels the crawl if it runs. Documents that another crawl has stored, too, stay.',
    query: DeleteCrawlQuery,
    success: { status: 200, description: 'The number of deleted documents.', schema: CrawlDeleted },
    async handle({ caller, params, query, requestId }) {
      const { documentsDeleted } = await crawls.remove(caller.orgId, params.id ?? '', query.keep_documents);
      return { request_id: requestId, documents_deleted: documentsDeleted };
    },
  });
