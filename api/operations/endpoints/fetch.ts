import { z } from 'zod';
import { RequestId } from '../responses/request-id.ts';
import { FETCH_ERROR_CODES } from '../../../entities/documents/page.ts';
import type { FetchBatchService } from '../../../services/fetch/fetch-batch.ts';
import type { ReadParts } from '../../../services/research/evidence/read-parts.ts';
import type { PageResult, ReadPage } from '../../../services/fetch/read-page.ts';
import { operation, MEBIBYTE, type Operation } from '../calls/operation.ts';
import { PublishedDate } from '../responses/published-date.ts';
import { FetchRequest, toPageTask } from '../requests/pages/fetch.ts';

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
    passages: z
      .array(
        z.object({
          path: z.array(z.string()).describe('Headings and defined terms above the passage, outermost first.'),
          text: z.string().describe('Markdown.'),
        }),
      )
      .optional()
      .describe('Passages that answer the `query`, best first; empty if none does. Present with a query.'),
    text: z.string().optional().describe('Words of the Markdown without markup. Present if included.'),
    html: z.string().optional().describe('Main content as clean HTML. Present if included, for HTML pages.'),
    links: z
      .array(
        z.object({
          url: z.string().describe('Absolute, without its fragment.'),
          text: z.string().describe('Words of the link; empty if it has none.'),
          internal: z.boolean().describe('Whether it leads to the same host.'),
        }),
      )
      .optional()
      .describe('Links of the page, each address once, at most 2,000. Present if included, for HTML pages.'),
    metadata: z
      .object({
        description: z.string().optional(),
        keywords: z.string().optional(),
        open_graph: z.record(z.string(), z.string()).describe('Values by property, such as og:image.'),
        json_ld: z.array(z.unknown()).describe('Blocks of JSON-LD.'),
        feeds: z
          .array(z.object({ url: z.string(), title: z.string().optional() }))
          .describe('Feeds that the page names.'),
      })
      .optional()
      .describe('What the page declares about itself, unverified. Present if included, for HTML pages.'),
    screenshot: z
      .string()
      .optional()
      .describe('PNG in base64, 1,280 pixels wide, at most 3 MiB. Present if included, for HTML pages.'),
    warnings: z
      .array(z.object({ type: z.enum(['truncated', 'not_read', 'no_screenshot']), message: z.string() }))
      .optional()
      .describe(
        '`truncated`: the Markdown or the screenshot does not include the end of the page. `not_read`: the text or the passages are absent. `no_screenshot`: none could be taken, or those of the call are too large.',
      ),
    error: z.object({ code: z.enum(FETCH_ERROR_CODES), message: z.string() }).optional(),
  })
  .meta({ id: 'FetchResult' });

const FetchResponse = z
  .object({
    request_id: RequestId,
    results: z.array(FetchResult).describe('One result for each URL, in the order of the request.'),
  })
  .meta({ id: 'FetchResponse' });

export type FetchResponseBody = z.infer<typeof FetchResponse>;

const NOT_READ: Warning = {
  type: 'not_read',
  message: 'The pages of the call are too complex: text and passages are left out.',
};

export function fetchOperations(fetchBatch: FetchBatchService, readParts: ReadParts): Operation[] {
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
        const { urls, include, query } = body;
        const call = { orgId, callerId, operationId, operation: 'fetch', signal } as const;
        const read = await fetchBatch({ ...call, ...toPageTask(body), urls });
        const pages = read.flatMap(({ result }) => (result.status === 'ok' ? [result] : []));
        const isTextWanted = include.includes('text');
        const isAsked = isTextWanted || typeof query === 'string';
        const parts = isAsked ? await readParts(pages, { question: query ?? undefined, isTextWanted }, signal) : [];
        const partsOf = new Map(pages.map((page, place) => [page, parts?.[place]]));
        const pictures = createPictures(include.includes('screenshot'));
        const results = read.map(({ requestedUrl, result }) => {
          if (result.status === 'error') return toWire(requestedUrl, result);
          const { warnings: noPicture, ...picture } = pictures(result);
          const { warnings: cut, ...page } = toWire(requestedUrl, result);
          const warnings = [...(cut ?? []), ...(parts ? [] : [NOT_READ]), ...noPicture];
          return { ...page, ...partsOf.get(result), ...picture, ...(warnings.length > 0 && { warnings }) };
        });
        return { request_id: requestId, results };
      },
    }),
  ];
}

interface Warning {
  type: 'truncated' | 'not_read' | 'no_screenshot';
  message: string;
}

/** In bytes of all pictures of a call. */
const MAX_PICTURES_BYTES = 12 * MEBIBYTE;

/** Gives each page its screenshot, in order, until those of the call are too large. */
function createPictures(isWanted: boolean): (page: ReadPage) => { screenshot?: string; warnings: Warning[] } {
  let bytesLeft = MAX_PICTURES_BYTES;
  return ({ screenshot }) => {
    if (!isWanted) return { warnings: [] };
    if (!screenshot) return { warnings: [{ type: 'no_screenshot', message: 'No screenshot of it could be taken.' }] };
    if (screenshot.png.length > bytesLeft)
      return { warnings: [{ type: 'no_screenshot', message: 'The screenshots of the call are too large.' }] };
    bytesLeft -= screenshot.png.length;
    const isCut: Warning = { type: 'truncated', message: 'The page is too tall: its screenshot lacks the end.' };
    return { screenshot: screenshot.png.toString('base64'), warnings: screenshot.isCut ? [isCut] : [] };
  };
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
    ...result.extras,
    warnings: result.isCut
      ? [{ type: 'truncated', message: 'The page is too large: its end is left out.' }]
      : undefined,
  };
}
