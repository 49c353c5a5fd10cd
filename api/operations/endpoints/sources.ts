import { z } from 'zod';
import { Metadata } from '../responses/documents.ts';
import { RequestId } from '../responses/request-id.ts';
import { SOURCE_KINDS } from '../../../entities/sources/source.ts';
import { SCOPES } from '../../../services/query/scopes.ts';
import type { FollowedSource, Sources } from '../../../services/sources/sources.ts';
import { operation, MEBIBYTE, type Operation } from '../calls/operation.ts';
import { FollowSourceRequest, ListSourcesQuery, toSourceOptions } from '../requests/sources.ts';

const SourceObject = z
  .object({
    id: z.string(),
    url: z.string(),
    kind: z.enum(SOURCE_KINDS).optional().describe('Kind of the source. Absent until the first poll has detected it.'),
    cadence: z.string().describe('Time between two polls, as it was set.'),
    scope: z.enum(SCOPES).optional(),
    collection: z.string().optional(),
    metadata: Metadata.optional(),
    max_pages: z.int(),
    created_at: z.iso.datetime(),
    pages: z.object({
      known: z.int().describe('Number of pages that the source lists or has listed, without deleted ones.'),
      indexed: z.int().describe('Number of known pages whose documents are in the index.'),
      waiting: z.int().describe('Number of known pages that are not read yet.'),
      failed: z.int().describe('Number of known pages whose last read or indexing failed.'),
    }),
    last_polled_at: z.iso.datetime().optional(),
    last_error: z.string().optional().describe('Error of the last poll. Absent if the poll succeeded.'),
    next_poll_at: z.iso.datetime(),
  })
  .meta({ id: 'Source' });

const SourceResponse = z.object({ request_id: RequestId, source: SourceObject }).meta({ id: 'SourceResponse' });
const SourceList = z
  .object({
    request_id: RequestId,
    has_more: z.boolean().describe('Whether a next page exists.'),
    sources: z.array(SourceObject),
  })
  .meta({ id: 'SourceList' });
const SourceDeleted = z
  .object({ request_id: RequestId, documents_deleted: z.int().describe('Number of deleted documents.') })
  .meta({ id: 'SourceDeleted' });

const shared = { tag: 'Sources', scope: 'documents:write' } as const;

export function sourcesOperations(sources: Sources): Operation[] {
  return [follow(sources), list(sources), get(sources), remove(sources)];
}

const follow = (sources: Sources) =>
  operation({
    ...shared,
    method: 'POST',
    path: '/v1/sources',
    operationId: 'followSource',
    summary: 'Follow a feed or sitemap',
    description:
      "Reads the pages of the source at once and then at its cadence, and keeps them in the organization's own index. Free of charge.",
    rateClass: 'documents',
    conflict: 'The organization already follows this URL.',
    body: {
      schema: FollowSourceRequest,
      maxBytes: MEBIBYTE,
      carriesKey: false,
      example: { url: 'https://example.com/feed.xml', cadence: '6h' },
    },
    success: { status: 200, description: 'The source.', schema: SourceResponse },
    idempotent: true,
    handle: async ({ caller, operationId, requestId, body }) => ({
      request_id: requestId,
      source: toWire(await sources.follow(caller.orgId, operationId, toSourceOptions(body))),
    }),
  });

const list = (sources: Sources) =>
  operation({
    ...shared,
    method: 'GET',
    path: '/v1/sources',
    operationId: 'listSources',
    summary: "List the organization's sources, newest first",
    query: ListSourcesQuery,
    success: { status: 200, description: 'One page of sources.', schema: SourceList },
    async handle({ caller, query, requestId }) {
      const page = await sources.list(caller.orgId, query);
      return { request_id: requestId, has_more: page.hasMore, sources: page.sources.map(toWire) };
    },
  });

const get = (sources: Sources) =>
  operation({
    ...shared,
    method: 'GET',
    path: '/v1/sources/:id',
    operationId: 'getSource',
    summary: 'Read a source',
    success: { status: 200, description: 'The source.', schema: SourceResponse },
    handle: async ({ caller, params, requestId }) => ({
      request_id: requestId,
      source: toWire(await sources.get(caller.orgId, params.id ?? '')),
    }),
  });

const remove = (sources: Sources) =>
  operation({
    ...shared,
    method: 'DELETE',
    path: '/v1/sources/:id',
    operationId: 'deleteSource',
    summary: 'Stop following a source and delete its documents',
    rateClass: 'documents',
    success: { status: 200, description: 'The number of deleted documents.', schema: SourceDeleted },
    async handle({ caller, params, requestId }) {
      const { documentsDeleted } = await sources.remove(caller.orgId, params.id ?? '');
      return { request_id: requestId, documents_deleted: documentsDeleted };
    },
  });

function toWire(source: FollowedSource) {
  return {
    id: source.id,
    url: source.url,
    ...(source.kind && { kind: source.kind }),
    cadence: source.cadence,
    ...(source.scope && { scope: source.scope }),
    ...(source.collection && { collection: source.collection }),
    ...(source.metadata && { metadata: source.metadata }),
    max_pages: source.maxPages,
    created_at: source.createdAt.toISOString(),
    pages: source.pages,
    ...(source.lastPolledAt && { last_polled_at: source.lastPolledAt.toISOString() }),
    ...(source.lastError && { last_error: source.lastError }),
    next_poll_at: source.nextPollAt.toISOString(),
  };
}
