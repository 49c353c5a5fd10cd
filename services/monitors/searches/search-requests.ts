import { createHash } from 'node:crypto';
import { canonicalJson } from '../../core/canonical-json.ts';
import type { SearchRequest } from '../../search/snippets/search-request.ts';
import type { Scope } from '../../query/scopes.ts';

/** A search to save, in its stored form and in the form that the service runs. */
export interface SearchInput {
  given: Record<string, unknown>;
  request: SearchRequest;
}

/** The same string for bodies that are equal after defaults and trimming of the query, in any order of fields. */
export function identityOf(request: SearchRequest, defaultScope: Scope): string {
  const normalized = { ...request, query: request.query.trim(), scope: request.scope ?? defaultScope };
  return createHash('sha256').update(canonicalJson(normalized)).digest('hex');
}
