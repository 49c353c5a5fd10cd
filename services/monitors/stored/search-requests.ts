import { createHash } from 'node:crypto';
import { z } from 'zod';
import { storableJson } from '../../database/storable.ts';
import { SearchRequestSchema, type SearchRequest } from '../../search/snippets/request.ts';
import type { Scope } from '../../query/scopes.ts';

const MOST_REQUESTS = 1_000;

/** A saved search: the body as given, and as the service runs it. */
export interface GivenRequest {
  given: Record<string, unknown>;
  request: SearchRequest;
}

/** Each is the body of POST /v1/search without `api_key`; which of them are identical is known with the default scope. */
export const SearchRequests = z
  .array(z.unknown().meta({ $ref: '#/components/schemas/SearchRequest' }))
  .max(MOST_REQUESTS, `holds more than ${MOST_REQUESTS} requests`)
  .transform((requests, context): GivenRequest[] =>
    requests.map((given, index) =>
      checked(given, (path, message) => context.addIssue({ code: 'custom', path: [index, ...path], message })),
    ),
  );

type AddIssue = (path: PropertyKey[], message: string) => void;

function checked(given: unknown, addIssue: AddIssue): GivenRequest {
  const parsed = SearchRequestSchema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    addIssue(issue?.path ?? [], issue?.message ?? 'is not valid');
    return z.NEVER;
  }
  const { api_key: apiKey, ...body } = given as Record<string, unknown>;
  if (apiKey !== undefined && apiKey !== null)
    addIssue(['api_key'], 'must not be given: a monitor searches for its organization');
  // It is told as it was given, and what is told is what runs.
  if (storableJson(body) !== JSON.stringify(body)) addIssue([], 'holds a character that cannot be stored');
  return { given: body, request: parsed.data };
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
