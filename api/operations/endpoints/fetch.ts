import { z } from 'zod';
import { FETCH_ERROR_CODES } from '../../../entities/documents/page.ts';
import type { FetchBatchService } from '../../../services/fetch/fetch-batch.ts';
import type { PageResult } from '../../../services/fetch/read-page.ts';
import { operation, MEBIBYTE, type Operation } from '../calls/operation.ts';
import { PublishedDate } from '../responses/published-date.ts';
import { FetchRequest } from '../requests/fetch.ts';

const FetchResult = z
  .object({
    requested_url: z.string().describe('Byte-identical to the URL in the request; match results by it.'),
    status: z.enum(['ok', 'error']),
    final_url: z.string().optional().describe('After redirects.'),
    http_status_code: z.int().optional().describe('Set whenever the origin answered.'),
    content_type: z.string().optional(),
    fetched_at: z.iso.datetime().optional(),
    title: z.string().optional(),
    published_date: PublishedDate.optional(),
    author: z.string().optional().describe('Additive.'),
    language: z.string().optional().describe('Additive: a BCP 47 tag, as the page says itself.'),
    canonical_url: z.string().optional().describe('Additive: the address that the page gives itself; not checked.'),
    markdown: z.string().optional().describe('Main content as Markdown, at most 1 MiB. Never empty with status ok.'),
    warnings: z
      .array(z.object({ type: z.enum(['truncated']), message: z.string() }))
      .optional()
      .describe('Additive. `truncated`: the Markdown lacks the end of the page.'),
    error: z.object({ code: z.enum(FETCH_ERROR_CODES), message: z.string() }).optional(),
  })
  .meta({ id: 'FetchResult' });

const FetchResponse = z
  .object({ request_id: z.string(), results: z.array(FetchResult).describe('One a URL, in the order of the request.') })
  .meta({ id: 'FetchResponse' });

export function fetchOperations(fetchBatch: FetchBatchService): Operation[] {
  return [
    operation({
      method: 'POST',
      path: '/v1/fetch',
      operationId: 'fetch',
      tag: 'Fetch',
      summary: 'URLs in, LLM-ready content out',
      description:
        'A page that cannot be fetched is a result with status `error` inside a 200. Each URL with status `ok` costs one credit.',
      scope: 'fetch',
      rateClass: 'fetch',
      body: { schema: FetchRequest, maxBytes: MEBIBYTE, carriesKey: true, example: { urls: ['https://example.com/'] } },
      success: { status: 200, description: 'One result a URL.', schema: FetchResponse },
      idempotent: true,
      async handle({ caller: { orgId }, body, requestId, operationId, signal }) {
        const { urls, timeout_ms: budgetMs } = body;
        const results = await fetchBatch({ orgId, operationId, urls, budgetMs, signal });
        return {
          request_id: requestId,
          results: results.map(({ requestedUrl, result }) => toWire(requestedUrl, result)),
        };
      },
    }),
  ];
}

function toWire(requestedUrl: string, result: PageResult): z.infer<typeof FetchResult> {
  const wire = {
    requested_url: requestedUrl,
    status: result.status,
    final_url: result.finalUrl,
    http_status_code: result.httpStatus,
    content_type: result.contentType,
  };
  if (result.status === 'error') return { ...wire, error: { code: result.code, message: result.message } };
  return {
    ...wire,
    fetched_at: result.fetchedAt.toISOString(),
    title: result.title,
    published_date: result.publishedDate,
    author: result.author,
    language: result.language,
    canonical_url: result.canonicalUrl,
    markdown: result.markdown,
    warnings: result.isCut
      ? [{ type: 'truncated', message: 'The page is too large: its end is left out.' }]
      : undefined,
  };
}
