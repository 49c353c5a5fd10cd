import { z } from 'zod';
import { ServiceError } from '../../core/errors.ts';
import { parseDate } from '../../dates/parse-date.ts';
import { foldDomain } from '../../url/domains.ts';
import { conditionOf, labelFilterOf } from '../../query/labels.ts';
import { isScope, type Scope } from '../../query/scopes.ts';
import type { FieldSelection } from '../../search/snippets/selected-fields.ts';
import { searchRequest, tierOf, type SearchRequest } from '../../search/snippets/search-request.ts';

/** A text that `parse` converts to a value; undefined means that this release does not know it. */
const parsed = <Value>(parse: (text: string) => Value | undefined, problem: string) =>
  z.string().transform((text, context): Value => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue(problem);
    return z.NEVER;
  });

const scopeOf = (name: string): Scope | '' | undefined => {
  const trimmed = name.trim();
  return trimmed === '' || isScope(trimmed) ? trimmed : undefined;
};

const date = parsed(parseDate, 'is not a date').nullish();
const domains = z.array(parsed(foldDomain, 'is not a host name')).nullish();
const metadataValue = z.union([z.string(), z.number(), z.boolean()]);
const rangeBound = z.union([z.string(), z.number()]).nullish();
const condition = z
  .union([metadataValue, z.array(metadataValue), z.strictObject({ from: rangeBound, to: rangeBound })])
  .refine((given) => conditionOf(given) !== undefined, 'is not a condition');
const bound = z.int().positive().nullish();

/**
 * `monitor_requests.request`: a search as its monitor received it, fully validated before it was stored. Rows outlive
 * releases, so a member that was once stored stays readable.
 */
const StoredSearch = z.strictObject({
  query: z.string().refine((query) => query.trim() !== '', 'is blank'),
  scope: parsed(scopeOf, 'is not a scope').nullish(),
  tier: parsed(tierOf, 'is neither base nor pro').nullish(),
  max_results: bound,
  include_domains: domains,
  exclude_domains: domains,
  from_date: date,
  to_date: date,
  collections: z.array(z.string()).nullish(),
  metadata: z.record(z.string(), condition).nullish(),
  fields: z
    .strictObject({
      content: z.union([z.boolean(), z.strictObject({ max_characters_per_result: bound })]).nullish(),
      snippets: z
        .union([
          z.boolean(),
          z.strictObject({
            max_snippets: bound,
            max_snippets_per_result: bound,
            max_tokens: bound,
            max_tokens_per_result: bound,
          }),
        ])
        .nullish(),
    })
    .nullish(),
});

type StoredFields = NonNullable<z.output<typeof StoredSearch>['fields']>;

/**
 * The search that a monitor runs, from its stored form.
 *
 * @throws ServiceError INVALID_REQUEST if this release does not know it, for example one of a later release
 */
export function readStoredSearch(stored: Record<string, unknown>): SearchRequest {
  const read = StoredSearch.safeParse(stored);
  if (!read.success) throw unreadable(read.error.issues[0]);
  const { data } = read;
  return searchRequest({
    query: data.query,
    scope: data.scope || undefined,
    tier: data.tier ?? undefined,
    maxResults: data.max_results ?? undefined,
    includeDomains: data.include_domains ?? [],
    excludeDomains: data.exclude_domains ?? [],
    from: data.from_date ?? undefined,
    to: data.to_date ?? undefined,
    labels: labelFilterOf(data),
    fields: data.fields ? selectionOf(data.fields) : {},
  });
}

function selectionOf({ content, snippets }: StoredFields): FieldSelection {
  return {
    content:
      typeof content === 'object' && content
        ? { maxCharacters: content.max_characters_per_result ?? undefined }
        : (content ?? undefined),
    snippets:
      typeof snippets === 'object' && snippets
        ? {
            maxSnippets: snippets.max_snippets ?? undefined,
            maxSnippetsPerResult: snippets.max_snippets_per_result ?? undefined,
            maxTokens: snippets.max_tokens ?? undefined,
            maxTokensPerResult: snippets.max_tokens_per_result ?? undefined,
          }
        : (snippets ?? undefined),
  };
}

function unreadable(issue: z.core.$ZodIssue | undefined): ServiceError {
  const member = issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : (issue?.path ?? []);
  const problem = issue?.code === 'unrecognized_keys' ? 'is not a known field' : (issue?.message ?? 'is not valid');
  return new ServiceError('INVALID_REQUEST', `${member.join('.')}: ${problem}`, { param: member.join('.') });
}
