import { z } from 'zod';
import { SOURCE_KINDS } from '../../../entities/sources/source.ts';
import { CADENCE_PATTERN } from '../../../services/core/cadence.ts';
import { idPattern, isId } from '../../../services/core/ids.ts';
import { MAX_URL_BYTES, sourceUrlFault, withoutFragment } from '../../../services/sources/listing/source-url.ts';
import type { SourceOptions } from '../../../services/sources/storage/stored-sources.ts';
import { labelsOfDocuments } from './labels.ts';
import { cadenceOf, pageLimit } from './text-values.ts';

const DEFAULT_CADENCE = '1h';
const DEFAULT_MAX_PAGES = 1_000;
const MOST_PAGES = 10_000;

/** Body of POST /v1/sources. */
export const FollowSourceRequest = z
  .strictObject({
    url: z
      .string()
      .superRefine((url, context) => {
        const fault = sourceUrlFault(url);
        if (fault !== undefined) context.addIssue(fault);
      })
      .meta({ maxLength: MAX_URL_BYTES, pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' })
      .transform(withoutFragment)
      .describe('Address of an RSS or Atom feed, a sitemap or a sitemap index.'),
    kind: z
      .enum(SOURCE_KINDS, `must be one of ${SOURCE_KINDS.join(', ')}`)
      .nullish()
      .transform((kind) => kind ?? null)
      .describe('Kind of the source. Default: the first poll detects it.'),
    cadence: z
      .string()
      .meta({ pattern: CADENCE_PATTERN })
      .nullish()
      .transform((given, context) => cadenceOf(given ?? DEFAULT_CADENCE, context))
      .describe(
        `Time between two polls: a number and one unit of s, m, h, d, w. From 1 hour to 366 days. Default ${DEFAULT_CADENCE}.`,
      ),
    ...labelsOfDocuments,
    max_pages: z
      .int()
      .min(1, 'must be at least 1')
      .max(MOST_PAGES, `must be at most ${MOST_PAGES}`)
      .nullish()
      .transform((most) => most ?? DEFAULT_MAX_PAGES)
      .describe(`Maximum number of pages of the source, 1 to ${MOST_PAGES}. Default ${DEFAULT_MAX_PAGES}.`),
  })
  .meta({ id: 'FollowSourceRequest' });

export function toSourceOptions(body: z.output<typeof FollowSourceRequest>): SourceOptions {
  const { url, kind, cadence, scope, collection, metadata, max_pages: maxPages } = body;
  return { url, kind, cadence, scope, collection, metadata, maxPages };
}

/** Query of GET /v1/sources. */
export const ListSourcesQuery = z.strictObject({
  limit: pageLimit('sources'),
  before: z
    .string()
    .refine((id) => isId('src', id), 'is not the id of a source')
    .meta({ pattern: idPattern('src') })
    .optional()
    .describe('Id of the last source of the previous page. Returns older sources.'),
});
