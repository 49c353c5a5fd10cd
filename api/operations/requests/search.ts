import { z } from 'zod';
import { labelFilterOf } from '../../../services/query/labels.ts';
import { DATE_PATTERN, parseDate, type DateExpression } from '../../../services/dates/parse-date.ts';
import { foldDomain } from '../../../services/url/domains.ts';
import {
  DEFAULT_RESULTS,
  MAX_RESULTS,
  searchRequest,
  type SearchRequest,
} from '../../../services/search/snippets/search-request.ts';
import { labelFields } from './labels.ts';
import { BodyKey, Query, ScopeName, Tier } from './query.ts';
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

export const DATE = 'Format: YYYY-MM-DD, an ISO 8601 date-time, `now` or `now-<n><s|m|h|d|w|M|y>`.';

export const Domains = z.array(Domain).max(MAX_DOMAINS, `holds more than ${MAX_DOMAINS} domains`).nullish();
export const DOMAINS = `Host names without scheme, port or path, at most ${MAX_DOMAINS}; each includes its subdomains.`;

/** Body of POST /v1/search. @see docs/rules.md#search */
export const SearchRequestBody = z
  .strictObject({
    query: Query,
    scope: ScopeName,
    tier: Tier.nullish().describe(
      '`base` returns the first ranking; `pro` ranks the passages again, by meaning too. Default pro. Both cost the same.',
    ),
    max_results: z
      .int()
      .min(1, 'is less than 1')
      .nullish()
      .describe(
        `Maximum number of documents. Default ${DEFAULT_RESULTS}. Values above ${MAX_RESULTS} are treated as ${MAX_RESULTS}.`,
      ),
    include_domains: Domains.describe(`Restricts the search to these hosts. ${DOMAINS} Default: all hosts.`),
    exclude_domains: Domains.describe(`Excludes these hosts, also where include_domains names them. ${DOMAINS}`),
    from_date: SearchDate.nullish().describe(`Earliest publication date. A day without a time is its start. ${DATE}`),
    to_date: SearchDate.nullish().describe(`Latest publication date. A day without a time is included whole. ${DATE}`),
    ...labelFields,
    fields: SearchFields.nullish().describe(
      'Fields that each document carries. Default: content and snippets. An object that names one of the two returns that one only.',
    ),
    api_key: BodyKey,
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
    labels: labelFilterOf(body),
    fields: body.fields ? toFieldSelection(body.fields) : {},
  });
}
