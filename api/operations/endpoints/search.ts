import { z } from 'zod';
import { RequestId } from '../responses/request-id.ts';
import { SEARCH_CREDITS } from '../../../services/billing/prices.ts';
import type { Meter } from '../../../services/billing/charge-call.ts';
import type { SearchDocument, SearchResult } from '../../../services/search/snippets/search-result.ts';
import type { Search } from '../../../services/search/search.ts';
import { operation, MEBIBYTE, type Operation } from '../calls/operation.ts';
import { PublishedDate } from '../responses/published-date.ts';
import { SearchRequestSchema } from '../requests/search.ts';

const SearchResponse = z
  .object({
    request_id: RequestId,
    documents: z
      .array(
        z.object({
          url: z.string(),
          title: z.string(),
          content: z.string().optional(),
          published_date: PublishedDate.optional(),
          snippets: z.array(z.object({ text: z.string() })),
          source: z.string().describe('Name of the site.'),
          score: z
            .number()
            .describe('Relevance. A higher score is better. Scores of different responses are not comparable.'),
        }),
      )
      .describe('Documents, best first.'),
    warnings: z
      .array(
        z.object({
          type: z.enum(['provider_failed', 'provider_limited', 'truncated', 'did_you_mean']),
          message: z.string(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'SearchResponse' });

export type SearchResponseBody = z.infer<typeof SearchResponse>;

export function searchOperations(search: Search, meter: Meter): Operation[] {
  return [
    operation({
      method: 'POST',
      path: '/v1/search',
      operationId: 'search',
      tag: 'Search',
      summary: 'Find documents for a question',
      description:
        'Searches your own index and the providers of the scope. Returns documents with passages, content and metadata, best first. Costs one credit; a call that fails costs nothing. 503 if every provider failed and your own index has no document in the scope.',
      scope: 'search',
      rateClass: 'search',
      body: {
        schema: SearchRequestSchema,
        maxBytes: MEBIBYTE,
        carriesKey: true,
        example: { query: 'days of paid leave', max_results: 5 },
      },
      success: {
        status: 200,
        description: 'The matching documents, with warnings about providers that failed.',
        schema: SearchResponse,
      },
      idempotent: true,
      async handle({ caller: { orgId, keyId: callerId }, body, requestId, operationId, signal, stages }) {
        search.check(body);
        const chargedFor = { operation: 'search', callerId, scope: body.scope ?? null };
        const charge = { orgId, operationId, upTo: SEARCH_CREDITS, chargedFor };
        const find = () => search.find({ orgId, request: body, signal, stages });
        const shape = async (found: () => Promise<SearchResult>) => searchResponse(requestId, await found());
        if (!search.asksOutside(body)) return meter.priced(charge, { find, shape, stages });
        return meter.run(charge, async () => ({ result: await shape(await find()), credits: SEARCH_CREDITS }));
      },
    }),
  ];
}

function searchResponse(requestId: string, { documents, warnings }: SearchResult): SearchResponseBody {
  return { request_id: requestId, documents: documents.map(documentToWire), ...(warnings.length > 0 && { warnings }) };
}

function documentToWire(document: SearchDocument): SearchResponseBody['documents'][number] {
  const { url, title, content, publishedDate, snippets, source, score } = document;
  return {
    url,
    title,
    ...(content !== undefined && { content }),
    ...(publishedDate !== undefined && { published_date: publishedDate }),
    snippets: snippets.map(({ text }) => ({ text })),
    source,
    score,
  };
}
