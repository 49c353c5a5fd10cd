import { z } from 'zod';
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
      .meta({ uniqueItems: true, description: `Absolute http or https URLs, each at most ${MAX_URL_BYTES} bytes.` }),
    formats: z
      .array(z.enum(['markdown'], 'is not a format; there is markdown'))
      .nullish()
      .describe('Omitted or empty: markdown.'),
    tier: z.enum(['pro'], 'is not a tier; there is pro').nullish().describe('Omitted: pro.'),
    timeout_ms: z
      .int('must be a whole number of milliseconds')
      .nonnegative('must not be negative')
      .nullish()
      .transform((ms) => Math.min(Math.max(ms ?? MAX_BUDGET_MS, MIN_BUDGET_MS), MAX_BUDGET_MS))
      .describe(
        `Budget of each URL in milliseconds, default ${MAX_BUDGET_MS}. Below ${MIN_BUDGET_MS} and above ${MAX_BUDGET_MS} it is served as these.`,
      ),
    api_key: z.string().nullish().describe('The API key, where no header carries it.'),
  })
  .meta({ id: 'FetchRequest' });
