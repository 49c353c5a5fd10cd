import type { DateExpression } from '../../dates/parse-date.ts';
import type { LabelFilter } from '../../query/labels.ts';
import type { Scope } from '../../query/scopes.ts';
import { selectFields, type FieldSelection, type SelectedFields } from './selected-fields.ts';

/** Maximum length of a search query, in bytes. The query of an agent run may be longer. */
export const MAX_QUERY_BYTES = 8 * 1024;
export const MAX_RESULTS = 100;
export const DEFAULT_RESULTS = 10;

export type Tier = 'base' | 'pro';

/** A search with all defaults applied. Relative dates stay relative, because a monitor repeats the same request. */
export interface SearchRequest {
  query: string;
  scope: Scope | undefined;
  tier: Tier;
  maxResults: number;
  includeDomains: string[];
  excludeDomains: string[];
  from: DateExpression | undefined;
  to: DateExpression | undefined;
  /** Absent: none. Monitors compare requests by all members, so it is not set without a condition. */
  labels?: LabelFilter;
  fields: SelectedFields;
}

/** The parameters of a search. Omitted members get defaults. */
export interface SearchOptions {
  query: string;
  scope?: Scope | undefined;
  tier?: Tier | undefined;
  maxResults?: number | undefined;
  /** Host names, normalized by `foldDomain`. */
  includeDomains?: readonly string[] | undefined;
  excludeDomains?: readonly string[] | undefined;
  from?: DateExpression | undefined;
  to?: DateExpression | undefined;
  labels?: LabelFilter | undefined;
  fields?: FieldSelection | undefined;
}

/**
 * Applies the defaults. Monitors compare requests by all members, so after a change of a default the same options make
 * a different request.
 */
export function searchRequest(options: SearchOptions): SearchRequest {
  return {
    query: options.query,
    scope: options.scope,
    tier: options.tier ?? 'pro',
    maxResults: Math.min(options.maxResults ?? DEFAULT_RESULTS, MAX_RESULTS),
    includeDomains: [...new Set(options.includeDomains)],
    excludeDomains: [...new Set(options.excludeDomains)],
    from: options.from,
    to: options.to,
    ...(options.labels && { labels: options.labels }),
    fields: selectFields(options.fields ?? {}),
  };
}

/** Parses the name of a tier, ignoring case and surrounding white space; undefined for an unknown name. */
export function tierOf(name: string): Tier | undefined {
  const folded = name.trim().toLowerCase();
  return folded === 'base' || folded === 'pro' ? folded : undefined;
}
