import { z } from 'zod';
import { DATE_PATTERN, parseDate, type DateExpression } from '../../query/dates.ts';
import { foldDomain } from '../../url/domains.ts';
import { contentOptions, selectFields, snippetOptions } from './fields-request.ts';
import { isScope, SCOPE_PATTERN, SCOPES, type Scope } from '../../query/scopes.ts';

/** Of a search's query; an agent run's may be longer. */
export const MAX_QUERY_BYTES = 8 * 1024;
const MAX_DOMAINS = 200;
const MAX_RESULTS = 100;
const DEFAULT_RESULTS = 10;

/** A question in words: not blank, at most 8 KiB of UTF-8. */
export const Query = z
  .string()
  .refine((query) => query.trim() !== '', 'is blank')
  .refine((query) => Buffer.byteLength(query) <= MAX_QUERY_BYTES, `is longer than ${MAX_QUERY_BYTES} bytes`)
  .meta({ minLength: 1, maxLength: MAX_QUERY_BYTES, pattern: String.raw`\S` });

/** A scope's name; null, empty and white space mean the default scope, which is undefined here. */
export const ScopeName = z
  .string()
  .meta({ pattern: SCOPE_PATTERN })
  .nullish()
  .transform((name, context): Scope | undefined => {
    const trimmed = name?.trim() ?? '';
    if (trimmed === '') return undefined;
    if (isScope(trimmed)) return trimmed;
    context.addIssue({ code: 'custom', message: `is not one of ${SCOPES.join(', ')}` });
    return z.NEVER;
  });

/** `base` or `pro`, without regard to case and surrounding white space. */
export const Tier = z
  .string()
  .meta({ pattern: String.raw`^\s*(?:[Bb][Aa][Ss][Ee]|[Pp][Rr][Oo])\s*$` })
  .transform((name, context): 'base' | 'pro' => {
    const folded = name.trim().toLowerCase();
    if (folded === 'base' || folded === 'pro') return folded;
    context.addIssue({ code: 'custom', message: 'is neither base nor pro' });
    return z.NEVER;
  });

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

const Domains = z
  .array(Domain)
  .max(MAX_DOMAINS, `holds more than ${MAX_DOMAINS} domains`)
  .nullish()
  .transform((domains) => [...new Set(domains)]);

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
      .transform((count) => Math.min(count ?? DEFAULT_RESULTS, MAX_RESULTS))
      .describe(`Default ${DEFAULT_RESULTS}; more than ${MAX_RESULTS} is served as ${MAX_RESULTS}.`),
    include_domains: Domains,
    exclude_domains: Domains,
    from_date: SearchDate.nullish().describe(DATE),
    to_date: SearchDate.nullish().describe(DATE),
    fields: z.strictObject({ content: contentOptions, snippets: snippetOptions }).nullish(),
    api_key: z.string().nullish(),
  })
  .meta({ id: 'SearchRequest' });

/** A search as the service runs it. Dates keep their relation to now: a monitor runs the same request again. */
export interface SearchRequest {
  query: string;
  scope: Scope | undefined;
  tier: 'base' | 'pro';
  maxResults: number;
  includeDomains: string[];
  excludeDomains: string[];
  from: DateExpression | undefined;
  to: DateExpression | undefined;
  fields: ReturnType<typeof selectFields>;
}

/** The body as the service runs it, its defaults filled in. */
export const SearchRequestSchema = SearchRequestBody.transform((body): SearchRequest => ({
  query: body.query,
  scope: body.scope,
  tier: body.tier ?? 'pro',
  maxResults: body.max_results,
  includeDomains: body.include_domains,
  excludeDomains: body.exclude_domains,
  from: body.from_date ?? undefined,
  to: body.to_date ?? undefined,
  fields: selectFields(body.fields),
}));
