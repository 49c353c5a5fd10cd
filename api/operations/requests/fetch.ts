import { z } from 'zod';
import { BodyKey } from './query.ts';
import { FETCH_LIMITS } from '../../../services/temporal/time-limits.ts';

const MAX_URLS = 20;
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
