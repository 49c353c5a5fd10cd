import { createHash } from 'node:crypto';
import { canonicalJson } from '../../core/canonical-json.ts';
import type { SearchRequest } from '../../search/snippets/search-request.ts';
import type { Scope } from '../../query/scopes.ts';

/** A search to save: as it is stored and shown again, and as the service runs it. */
export interface SearchInput {
  given: Record<string, unknown>;
  request: SearchRequest;
}

/** The same for bodies that are equal after defaults, with the query trimmed, in any order of their fields. */
export function identityOf(request: SearchRequest, defaultScope: Scope): string {
  const normalized = { ...request, query: request.query.trim(), scope: request.scope ?? defaultScope };
  return createHash('sha256').update(canonicalJson(normalized)).digest('hex');
}
