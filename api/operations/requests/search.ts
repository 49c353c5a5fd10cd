import { z } from 'zod';
import { DATE_PATTERN, parseDate, type DateExpression } from '../../../services/query/dates.ts';
import { foldDomain } from '../../../services/url/domains.ts';
import {
  DEFAULT_RESULTS,
  MAX_RESULTS,
  searchRequest,
  type SearchRequest,
} from '../../../services/search/snippets/search-request.ts';
import { Query, ScopeName, Tier } from './query.ts';
import { SearchFields, toFieldSelection } from './search-fields.ts';

const MAX_DOMAINS = 200;

const SearchDate = z
  .string()
  .meta({ pattern: DATE_PATTERN })
  .transform((text, context): DateExpression => {
    const date = parseDate(text);
    if (date) return date;
    context.addIssue({
      code: 'custom',
      message: 'is not YYYY-MM-DD, an ISO 8601 date-time, now or now-<n><s|m|h|d|w|M|y>',
    });
    return z.NEVER;
  });

const Domain = z
  .string()
  .meta({ minLength: 1, pattern: String.raw`^[^/\\:@?#*%[\]]+$` })
  .transform((text, context): string => {
    const folded = foldDomain(text);
    if (folded !== undefined) return folded;
    context.addIssue({ code: 'custom', message: 'is not a host name (no scheme, port or path)' });
    return z.NEVER;
  });

const DATE = 'YYYY-MM-DD, an ISO 8601 date-time, now or now-<n><s|m|h|d|w|M|y>.';

const Domains = z.array(Domain).max(MAX_DOMAINS, `holds more than ${MAX_DOMAINS} domains`).nullish();

/** Body of POST /v1/search. @see docs/rules.md#search */
export const SearchRequestBody = z
  .strictObject({
    query: Query,
    scope: ScopeName,
    tier: Tier.nullish(),
    max_results: z
      .int()
      .min(1, 'is less than 1')
      .nullish()
      .describe(`Default ${DEFAULT_RESULTS}; more than ${MAX_RESULTS} is served as ${MAX_RESULTS}.`),
    include_domains: Domains,
    exclude_domains: Domains,
    from_date: SearchDate.nullish().describe(DATE),
    to_date: SearchDate.nullish().describe(DATE),
    fields: SearchFields.nullish(),
    api_key: z.string().nullish(),
  })
  .meta({ id: 'SearchRequest' });

export const SearchRequestSchema = SearchRequestBody.transform(toSearchRequest);

function toSearchRequest(body: z.output<typeof SearchRequestBody>): SearchRequest {
  return searchRequest({
    query: body.query,
    scope: body.scope,
    tier: body.tier ?? undefined,
    maxResults: body.max_results ?? undefined,
    includeDomains: body.include_domains ?? [],
    excludeDomains: body.exclude_domains ?? [],
    from: body.from_date ?? undefined,
    to: body.to_date ?? undefined,
    fields: body.fields ? toFieldSelection(body.fields) : {},
  });
}
