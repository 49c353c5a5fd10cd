import { z } from 'zod';
import { RequestId } from '../responses/request-id.ts';
import { FETCH_ERROR_CODES } from '../../../entities/documents/page.ts';
import type { FetchBatchService } from '../../../services/fetch/fetch-batch.ts';
import type { PageResult } from '../../../services/fetch/read-page.ts';
import { operation, MEBIBYTE, type Operation } from '../calls/operation.ts';
import { PublishedDate } from '../responses/published-date.ts';
import { FetchRequest } from '../requests/fetch.ts';

const FetchResult = z
  .object({
    requested_url: z.string().describe('The URL exactly as in the request.'),
    status: z.enum(['ok', 'error']),
    final_url: z.string().optional().describe('URL after redirects.'),
    http_status_code: z.int().optional().describe('HTTP status of the page. Absent if its server did not respond.'),
    content_type: z.string().optional(),
    fetched_at: z.iso.datetime().optional(),
    title: z.string().optional(),
    published_date: PublishedDate.optional(),
    author: z.string().optional().describe('Author, as stated on the page.'),
    language: z.string().optional().describe('Language, as stated on the page: a BCP 47 tag.'),
    canonical_url: z.string().optional().describe('Canonical address, as stated on the page. Not verified.'),
    markdown: z
      .string()
      .optional()
      .describe('Main content as Markdown, at most 1 MiB. Present and not empty with the status ok.'),
    warnings: z
      .array(z.object({ type: z.enum(['truncated']), message: z.string() }))
      .optional()
      .describe('`truncated`: the Markdown does not include the end of the page.'),
    error: z.object({ code: z.enum(FETCH_ERROR_CODES), message: z.string() }).optional(),
  })
  .meta({ id: 'FetchResult' });

const FetchResponse = z
  .object({
    request_id: RequestId,
    results: z.array(FetchResult).describe('One result for each URL, in the order of the request.'),
  })
  .meta({ id: 'FetchResponse' });

export function fetchOperations(fetchBatch: FetchBatchService): Operation[] {
  return [
    operation({
      method: 'POST',
      path: '/v1/fetch',
      operationId: 'fetch',
      tag: 'Fetch',
      summary: 'Read pages as Markdown',
      description:
        'A page that cannot be read is a result with the status `error` inside a 200. Each URL with the status `ok` costs one credit. 402 if the balance does not cover all URLs. A call takes at most 300 seconds.',
      scope: 'fetch',
      rateClass: 'fetch',
      body: { schema: FetchRequest, maxBytes: MEBIBYTE, carriesKey: true, example: { urls: ['https://example.com/'] } },
      success: { status: 200, description: 'One result for each URL.', schema: FetchResponse },
      idempotent: true,
      async handle({ caller: { orgId, keyId: callerId }, body, requestId, operationId, signal }) {
        const { urls, timeout_ms: budgetMs } = body;
        const results = await fetchBatch({ orgId, callerId, operationId, urls, budgetMs, signal });
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
