import { createHash } from 'node:crypto';
import type { SearchRequest } from '../../search/snippets/search-request.ts';
import type { Scope } from '../../query/scopes.ts';

/** A search to save: as it is stored and shown again, and as the service runs it. */
export interface GivenRequest {
  given: Record<string, unknown>;
  request: SearchRequest;
}

/** The same for bodies that are equal after defaults, with the query trimmed, in any order of their fields. */
export function identityOf(request: SearchRequest, defaultScope: Scope): string {
  const told = { ...request, query: request.query.trim(), scope: request.scope ?? defaultScope };
  return createHash('sha256').update(inKeyOrder(told)).digest('hex');
}

function inKeyOrder(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
}
