import { z } from 'zod';
import { BodyKey, Query } from './query.ts';
import { PAGE_EXTRAS } from '../../../services/extract/extras/page-extras.ts';
import { MAX_QUERY_BYTES } from '../../../services/search/snippets/search-request.ts';
import { FETCH_LIMITS } from '../../../services/temporal/time-limits.ts';

const MAX_URLS = 20;
const INCLUDED = ['text', ...PAGE_EXTRAS] as const;
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
        'What each result carries beside the Markdown: `text`, the words without markup; `html`, the main content as clean HTML; `links`, all links of the page; `metadata`, what the page declares. The last three are of HTML pages only. Default: nothing.',
      ),
    query: Query.nullish().describe(
      `Question, at most ${MAX_QUERY_BYTES} bytes of UTF-8: each result carries the passages that answer it. Default: none.`,
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
  .meta({ id: 'FetchRequest' });
