import type { DateExpression } from '../../query/dates.ts';
import type { Scope } from '../../query/scopes.ts';
import { selectFields, type FieldSelection, type SelectedFields } from './selected-fields.ts';

/** Of a search's query; an agent run's may be longer. */
export const MAX_QUERY_BYTES = 8 * 1024;
export const MAX_RESULTS = 100;
export const DEFAULT_RESULTS = 10;

export type Tier = 'base' | 'pro';

/** A search as the service runs it. Dates keep their relation to now: a monitor runs the same request again. */
export interface SearchRequest {
  query: string;
  scope: Scope | undefined;
  tier: Tier;
  maxResults: number;
  includeDomains: string[];
  excludeDomains: string[];
  from: DateExpression | undefined;
  to: DateExpression | undefined;
  fields: SelectedFields;
}

/** A search as its caller says it. What is omitted has a default. */
export interface SearchOptions {
  query: string;
  scope?: Scope | undefined;
  tier?: Tier | undefined;
  maxResults?: number | undefined;
  /** Folded by `foldDomain`. */
  includeDomains?: readonly string[] | undefined;
  excludeDomains?: readonly string[] | undefined;
  from?: DateExpression | undefined;
  to?: DateExpression | undefined;
  fields?: FieldSelection | undefined;
}

/** The request with its defaults. Monitors compare requests by all of its members: a new default makes another request. */
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
    fields: selectFields(options.fields ?? {}),
  };
}

/** Without regard to case and surrounding white space; undefined for another name. */
export function tierOf(name: string): Tier | undefined {
  const folded = name.trim().toLowerCase();
  return folded === 'base' || folded === 'pro' ? folded : undefined;
}
