import { z } from 'zod';
import { BodyKey, Query } from '../query.ts';
import { FETCH_BOUNDS, MaxAgeSeconds, RequestHeaders, Selectors, WaitForText } from './fetch-options.ts';
import { PAGE_EXTRAS } from '../../../../services/extract/extras/page-extras.ts';
import { MAX_QUERY_BYTES } from '../../../../services/search/snippets/search-request.ts';
import { FETCH_LIMITS } from '../../../../services/temporal/time-limits.ts';

const MAX_URLS = 20;
const INCLUDED = ['text', ...PAGE_EXTRAS, 'screenshot'] as const;
const MAX_URL_BYTES = 2_048;
const MAX_BUDGET_MS = FETCH_LIMITS.url;
const MIN_BUDGET_MS = 1_000;

const url = z
  .string()
  .refine((given) => given !== '' && given === given.trim(), 'is blank or padded')
  .refine((given) => Buffer.byteLength(given) <= MAX_URL_BYTES, `is longer than ${MAX_URL_BYTES} bytes`)
  .meta({ minLength: 1, maxLength: MAX_URL_BYTES, pattern: String.raw`^\S(?:[\s\S]*\S)?$` });

/** Body of a fetch. @see docs/rules.md#fetch */
export const FetchRequest = z
  .strictObject({
    urls: z
      .array(url)
      .min(1, 'must hold at least one URL')
      .max(MAX_URLS, `must hold at most ${MAX_URLS} URLs`)
      .refine((urls) => new Set(urls).size === urls.length, 'holds a URL twice')
      .meta({
        uniqueItems: true,
        description: `1 to ${MAX_URLS} absolute http or https URLs, no two identical, each at most ${MAX_URL_BYTES} bytes.`,
      }),
    formats: z
      .array(z.enum(['markdown'], 'is not a format; there is markdown'))
      .nullish()
      .describe('Format of the content. Default, also for an empty list: markdown.'),
    include: z
      .array(z.enum(INCLUDED, `must be one of ${INCLUDED.join(', ')}`))
      .nullish()
      .transform((names) => [...new Set(names)])
      .describe(
        'What each result carries beside the Markdown: `text`, the words without markup; `html`, the main content as clean HTML; `links`, all links of the page; `metadata`, what the page declares. `screenshot`, a picture of the page. All but `text` are of HTML pages only. Default: nothing.',
      ),
    query: Query.nullish().describe(
      `Question, at most ${MAX_QUERY_BYTES} bytes of UTF-8: each result carries the passages that answer it. Default: none.`,
    ),
    include_tags: Selectors.describe(
      `CSS selectors, at most ${FETCH_BOUNDS.selectors} of at most ${FETCH_BOUNDS.selectorBytes} bytes: the content of an HTML page is the elements that match one of them. Default: the main content, as it is recognized.`,
    ),
    exclude_tags: Selectors.describe(
      `CSS selectors, as many: elements that match one of them are not content. Default: none.`,
    ),
    wait_for: WaitForText.describe(
      `CSS selector of an element, or milliseconds, at most ${FETCH_BOUNDS.waitMs}: an HTML page is rendered, and read once it has the element or that time has passed. Default: neither.`,
    ),
    screenshot_full_page: z
      .boolean()
      .nullish()
      .describe(
        'Whether the screenshot shows the whole page, of which at most 10,000 pixels. Default false: its first 720 pixels.',
      ),
    headers: RequestHeaders.describe(
      `Headers of the requests, at most ${FETCH_BOUNDS.headers} of together ${FETCH_BOUNDS.headerBytes} bytes, to the origin that all URLs share, and to no other. Not with max_age_seconds. Default: none.`,
    ),
    max_age_seconds: MaxAgeSeconds.describe(
      "Age up to which a result that the organization's own calls stored is as good as a new read. Results are stored for a day. Default 0: every page is read.",
    ),
    tier: z.enum(['pro'], 'is not a tier; there is pro').nullish().describe('Default pro, the only tier.'),
    timeout_ms: z
      .int('must be a whole number of milliseconds')
      .nonnegative('must not be negative')
      .nullish()
      .transform((ms) => Math.min(Math.max(ms ?? MAX_BUDGET_MS, MIN_BUDGET_MS), MAX_BUDGET_MS))
      .describe(
        `Time limit of each URL in milliseconds, retries included. Default ${MAX_BUDGET_MS}. Values below ${MIN_BUDGET_MS} are treated as ${MIN_BUDGET_MS}, values above ${MAX_BUDGET_MS} as ${MAX_BUDGET_MS}.`,
      ),
    api_key: BodyKey,
  })
  .superRefine(({ urls, headers, max_age_seconds: maxAge }, context) => {
    if (headers === undefined) return;
    if (maxAge > 0)
      context.addIssue({
        code: 'custom',
        path: ['headers'],
        message: 'must not be sent together with max_age_seconds',
      });
    if (new Set(urls.map(originOf)).size > 1)
      context.addIssue({ code: 'custom', path: ['headers'], message: 'are for one origin, but the URLs have several' });
  })
  .meta({ id: 'FetchRequest' });

const originOf = (given: string) => URL.parse(given)?.origin ?? given;

/** How the pages of a parsed request are read. */
export function toPageTask(body: z.infer<typeof FetchRequest>) {
  const { include, include_tags: includeTags, exclude_tags: excludeTags, max_age_seconds: maxAgeSeconds } = body;
  const wanted = PAGE_EXTRAS.filter((name) => include.includes(name));
  return {
    budgetMs: body.timeout_ms,
    ...(wanted.length > 0 && { wanted }),
    ...((includeTags.length > 0 || excludeTags.length > 0) && {
      choice: { include: includeTags, exclude: excludeTags },
    }),
    ...(body.wait_for && { waitFor: body.wait_for }),
    ...(include.includes('screenshot') && {
      screenshot: body.screenshot_full_page ? ('full_page' as const) : ('viewport' as const),
    }),
    ...(body.headers && { headers: body.headers }),
    ...(maxAgeSeconds > 0 && { maxAgeSeconds }),
  };
}
