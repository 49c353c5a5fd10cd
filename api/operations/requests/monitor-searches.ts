import { z } from 'zod';
import { isStorable, storableJson } from '../../../services/database/storable.ts';
import type { PageInput } from '../../../services/monitors/pages/page-requests.ts';
import type { SearchInput } from '../../../services/monitors/searches/search-requests.ts';
import { SearchRequestSchema } from './search.ts';
import { Selector } from './text-values.ts';

const MOST_REQUESTS = 1_000;

/**
 * Each is the body of POST /v1/search without `api_key`. Duplicates are detected after the default scope is applied.
 */
export const SearchRequests = z
  .array(z.unknown().meta({ $ref: '#/components/schemas/SearchRequest' }))
  .max(MOST_REQUESTS, `holds more than ${MOST_REQUESTS} requests`)
  .transform((requests, context): SearchInput[] =>
    requests.map((given, index) =>
      checked(given, (path, message) => context.addIssue({ code: 'custom', path: [index, ...path], message })),
    ),
  );

type AddIssue = (path: PropertyKey[], message: string) => void;

function checked(given: unknown, addIssue: AddIssue): SearchInput {
  const parsed = SearchRequestSchema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    addIssue(issue?.path ?? [], issue?.message ?? 'is not valid');
    return z.NEVER;
  }
  const { api_key: apiKey, ...body } = given as Record<string, unknown>;
  if (apiKey !== undefined && apiKey !== null)
    addIssue(['api_key'], 'must not be given: a monitor searches for its organization');
  // Responses repeat the search as given, and the run uses the same text.
  if (storableJson(body) !== JSON.stringify(body)) addIssue([], 'holds a character that cannot be stored');
  return { given: body, request: parsed.data };
}

const MAX_URL_BYTES = 2_048;

const storable = (text: string) => isStorable(text);

const PageRequest = z
  .strictObject({
    url: z
      .string()
      .refine(
        (url) => url === url.trim() && /^https?:\/\//i.test(url) && URL.canParse(url),
        'is not an absolute http or https URL',
      )
      .refine((url) => Buffer.byteLength(url) <= MAX_URL_BYTES, `is longer than ${MAX_URL_BYTES} bytes`)
      .refine(storable, 'holds a character that cannot be stored')
      .meta({ maxLength: MAX_URL_BYTES })
      .describe('Absolute http or https URL of the page.'),
    selector: Selector.refine(storable, 'holds a character that cannot be stored')
      .nullish()
      .describe('CSS selector of what is watched. Default: the main content, as it is recognized.'),
    render: z
      .boolean()
      .nullish()
      .describe(
        'Whether a browser renders the page in any case. Default false: only where its HTML has little content.',
      ),
  })
  .meta({ id: 'PageRequest' });

/** Pages to watch. Duplicates are detected after the URL is normalized. */
export const PageRequests = z
  .array(PageRequest)
  .max(MOST_REQUESTS, `holds more than ${MOST_REQUESTS} pages`)
  .transform((pages) =>
    pages.map(({ url, selector, render }): PageInput => ({
      url,
      ...(selector !== undefined && selector !== null && { selector }),
      ...(render !== undefined && render !== null && { render }),
    })),
  );
