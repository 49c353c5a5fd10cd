import { z } from 'zod';
import { ServiceError, type ServiceErrorCode } from '../../services/core/errors.ts';
import type { FetchResponseBody } from '../operations/endpoints/fetch.ts';
import { parseRequest } from '../operations/calls/parse-request.ts';
import type { JsonBody } from '../operations/calls/call-in-process.ts';
import { clientNames, formatsOf, scrapeOptions, type WantedFormats } from './firecrawl-options.ts';
import type { ForeignCall } from './foreign-call.ts';

const ScrapeInput = z.strictObject({ url: z.string(), ...scrapeOptions, ...clientNames });

type Page = FetchResponseBody['results'][number];

/** A page, by a fetch. @throws ServiceError saying why it could not be read */
export async function scrape({ input, call, signal }: ForeignCall): Promise<JsonBody> {
  const asked = parseRequest(ScrapeInput, input);
  const wanted = formatsOf(asked.formats);
  const { results } = (await call('fetch', { body: fetchOf(asked, wanted) }, signal)) as FetchResponseBody;
  const [page] = results;
  if (!page || page.error) throw failureOf(page);
  return { success: true, data: documentOf(page, wanted) };
}

function fetchOf(
  asked: z.output<typeof ScrapeInput>,
  { html, links, screenshot, highlights }: WantedFormats,
): JsonBody {
  const include = [...(html ? ['html'] : []), ...(links ? ['links'] : []), ...(screenshot ? ['screenshot'] : [])];
  return {
    urls: [asked.url],
    include: [...include, 'metadata'],
    ...(screenshot?.isFullPage && { screenshot_full_page: true }),
    ...(highlights !== undefined && { query: highlights }),
    ...(asked.headers && { headers: asked.headers }),
    ...(asked.includeTags && { include_tags: asked.includeTags }),
    ...(asked.excludeTags && { exclude_tags: asked.excludeTags }),
    ...(asked.timeout && { timeout_ms: Math.round(asked.timeout) }),
    ...(asked.waitFor && { wait_for: Math.round(asked.waitFor) }),
    // Theirs is in milliseconds. No copy is one that was read with the caller's headers.
    ...(asked.maxAge && !asked.headers && { max_age_seconds: Math.floor(asked.maxAge / 1_000) }),
  };
}

function documentOf(page: Page, wanted: WantedFormats): JsonBody {
  const { markdown = '', html = '', links = [], screenshot, passages = [], warnings } = page;
  return {
    ...(wanted.markdown && { markdown }),
    ...(wanted.html && { html }),
    ...(wanted.links && { links: links.map(({ url }) => url) }),
    ...(screenshot !== undefined && { screenshot: `data:image/png;base64,${screenshot}` }),
    ...(wanted.highlights !== undefined && { highlights: passages.map(({ text }) => text).join('\n\n') }),
    ...(warnings && { warning: warnings.map(({ message }) => message).join(' ') }),
    metadata: metadataOf(page),
  };
}

function metadataOf(page: Page): JsonBody {
  const { title, language, metadata, published_date: publishedTime, content_type: contentType } = page;
  return {
    ...(title !== undefined && { title }),
    ...(language !== undefined && { language }),
    ...(metadata?.description !== undefined && { description: metadata.description }),
    ...(publishedTime !== undefined && { publishedTime }),
    ...(contentType !== undefined && { contentType }),
    sourceURL: page.requested_url,
    url: page.final_url ?? page.requested_url,
    statusCode: page.http_status_code,
    creditsUsed: 1,
  };
}

const CODES: Record<string, ServiceErrorCode> = {
  timeout: 'DEADLINE_EXCEEDED',
  invalid_url: 'INVALID_REQUEST',
  unsupported_scheme: 'INVALID_REQUEST',
};

function failureOf(page: Page | undefined): ServiceError {
  const { code = '', message = 'The page could not be read.' } = page?.error ?? {};
  return new ServiceError(CODES[code] ?? 'UNAVAILABLE', message, { isAfterwards: true });
}
