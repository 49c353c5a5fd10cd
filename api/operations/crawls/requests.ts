import { z } from 'zod';
import { ADDRESS_STATUSES } from '../../../entities/crawls/crawl-address.ts';
import { RENDER_MODES } from '../../../entities/crawls/crawl.ts';
import { CADENCE_PATTERN } from '../../../services/core/cadence.ts';
import type { CrawlOptions } from '../../../services/crawls/crawls.ts';
import { LONGEST_GLOB, MOST_STARS, MOST_GLOBS } from '../../../services/crawls/frontier/globs.ts';
import type { MapRequest } from '../../../services/crawls/map-site.ts';
import { MAX_QUERY_BYTES } from '../../../services/search/snippets/search-request.ts';
import { MAX_URL_BYTES, sourceUrlFault, withoutFragment } from '../../../services/sources/listing/source-url.ts';
import { labelsOfDocuments } from '../requests/labels.ts';
import { cadenceOf, Storable, wholeNumber } from '../requests/text-values.ts';

const MOST_SEEDS = 100;
const MOST_PAGES = 1_000_000;
const DEFAULT_PAGES = 1_000;
const DEEPEST = 100;
const DEFAULT_DEPTH = 10;
const MOST_MAPPED = 5_000;
const DEFAULT_MAPPED = 1_000;
const MAX_LIST = 100;
const DEFAULT_LIST = 20;
const MOST_CRAWL_PAGES = 1_000;
const DEFAULT_CRAWL_PAGES = 100;

const SiteUrl = z
  .string()
  .superRefine((url, context) => {
    const fault = sourceUrlFault(url);
    if (fault !== undefined) context.addIssue(fault);
  })
  .meta({ maxLength: MAX_URL_BYTES, pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' })
  .transform(withoutFragment);

const Globs = z
  .array(
    Storable.min(1, 'is empty')
      .max(LONGEST_GLOB, `is longer than ${LONGEST_GLOB} characters`)
      .refine((glob) => (glob.match(/\*+/g)?.length ?? 0) <= MOST_STARS, `has more than ${MOST_STARS} stars`),
  )
  .max(MOST_GLOBS, `holds more than ${MOST_GLOBS} globs`)
  .nullish()
  .transform((globs) => globs ?? []);

const whole = (least: number, most: number, otherwise: number) =>
  z
    .int()
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`)
    .nullish()
    .transform((given) => given ?? otherwise);

/** Body of POST /v1/crawls. */
export const CreateCrawlRequest = z
  .strictObject({
    urls: z
      .array(SiteUrl)
      .min(1, 'is empty')
      .max(MOST_SEEDS, `holds more than ${MOST_SEEDS} URLs`)
      .describe(`Addresses to begin with, 1 to ${MOST_SEEDS}. The crawl stays on their hosts.`),
    max_pages: whole(1, MOST_PAGES, DEFAULT_PAGES).describe(
      `Maximum number of stored pages, 1 to ${MOST_PAGES}. Default ${DEFAULT_PAGES}.`,
    ),
    max_depth: whole(0, DEEPEST, DEFAULT_DEPTH).describe(
      `Maximum number of links between a seed and a page, 0 to ${DEEPEST}. Default ${DEFAULT_DEPTH}.`,
    ),
    include: Globs.describe(
      'Globs on the path, of which a page must match one: `*` is any text without a slash, `**` any text, `?` one character. Default: every path. Seeds are always read.',
    ),
    exclude: Globs.describe('Globs on the path, of which a page must match none. They win over `include`.'),
    include_subdomains: z
      .boolean()
      .nullish()
      .transform((wanted) => wanted ?? false)
      .describe('Whether subdomains of the hosts belong to the crawl. Default false.'),
    render: z
      .enum(RENDER_MODES, `must be one of ${RENDER_MODES.join(', ')}`)
      .nullish()
      .transform((mode) => mode ?? 'auto')
      .describe(
        'auto: a browser renders pages without content of their own. never: no page is rendered. Default auto.',
      ),
    ...labelsOfDocuments,
    refresh: z
      .string()
      .meta({ pattern: CADENCE_PATTERN })
      .nullish()
      .transform((given, context) => (given == null ? null : cadenceOf(given, context)))
      .describe(
        'Time between two rounds: a number and one unit of s, m, h, d, w, from 1 hour to 366 days. The crawl then keeps its pages fresh until it is cancelled. Default: one round.',
      ),
  })
  .meta({ id: 'CreateCrawlRequest' });

export function toCrawlOptions(body: z.output<typeof CreateCrawlRequest>): CrawlOptions {
  const {
    urls,
    max_pages: maxPages,
    max_depth: maxDepth,
    include_subdomains: includeSubdomains,
    refresh,
    ...same
  } = body;
  return {
    request: {
      ...same,
      urls: [...new Set(urls)],
      maxPages,
      maxDepth,
      includeSubdomains,
      refresh: refresh?.text ?? null,
    },
    refreshSeconds: refresh?.seconds ?? null,
  };
}

/** Body of POST /v1/map. */
export const MapBody = z
  .strictObject({
    url: SiteUrl.describe('Address on the site.'),
    query: Storable.refine(
      (query) => Buffer.byteLength(query) <= MAX_QUERY_BYTES,
      `is longer than ${MAX_QUERY_BYTES} bytes`,
    )
      .meta({ maxLength: MAX_QUERY_BYTES })
      .nullish()
      .describe('Words that the wanted pages have in their titles and paths. Default: the order of the site.'),
    limit: whole(1, MOST_MAPPED, DEFAULT_MAPPED).describe(
      `Maximum number of addresses, 1 to ${MOST_MAPPED}. Default ${DEFAULT_MAPPED}.`,
    ),
    include_subdomains: z
      .boolean()
      .nullish()
      .transform((wanted) => wanted ?? false)
      .describe('Whether subdomains of the host belong to the site. Default false.'),
  })
  .meta({ id: 'MapRequest' });

export function toMapRequest({ url, query, limit, include_subdomains }: z.output<typeof MapBody>): MapRequest {
  return { url, query: query ?? '', limit, includeSubdomains: include_subdomains };
}

const listLimit = (most: number, otherwise: number) =>
  wholeNumber
    .pipe(z.int().min(1, `must be 1 to ${most}`).max(most, `must be 1 to ${most}`))
    .optional()
    .transform((limit) => limit ?? otherwise);

const After = z.string().min(1, 'is empty').optional().describe('The `next` of the previous page.');

/** Query of GET /v1/crawls. */
export const ListCrawlsQuery = z.strictObject({
  limit: listLimit(MAX_LIST, DEFAULT_LIST).describe(
    `Maximum number of crawls on the page, 1 to ${MAX_LIST}. Default ${DEFAULT_LIST}.`,
  ),
  after: After,
});

/** Query of GET /v1/crawls/{id}/pages. */
export const ListCrawlPagesQuery = z.strictObject({
  limit: listLimit(MOST_CRAWL_PAGES, DEFAULT_CRAWL_PAGES).describe(
    `Maximum number of addresses on the page, 1 to ${MOST_CRAWL_PAGES}. Default ${DEFAULT_CRAWL_PAGES}.`,
  ),
  after: After,
  status: z
    .enum(ADDRESS_STATUSES, `must be one of ${ADDRESS_STATUSES.join(', ')}`)
    .optional()
    .describe('Only addresses in this state.'),
});

/** Query of DELETE /v1/crawls/{id}. */
export const DeleteCrawlQuery = z.strictObject({
  keep_documents: z
    .enum(['true', 'false'], 'must be true or false')
    .optional()
    .transform((keep) => keep === 'true')
    .describe('Whether the documents of the crawl stay. Default false.'),
});
