import { z } from 'zod';
import { storableJson } from '../../../services/database/storable.ts';
import type { SearchInput } from '../../../services/monitors/searches/search-requests.ts';
import { SearchRequestSchema } from './search.ts';

const MOST_REQUESTS = 1_000;

/**
 * Each is the body of POST /v1/search without `api_key`. Duplicates are detected after the default scope is applied.
 */
export const SearchRequests = z
  .array(z.unknown().meta({ $ref: '#/components/schemas/SearchRequest' }))
  .max(MOST_REQUESTS, `holds more than ${MOST_REQUESTS} requests`)
  .transform((requests, context): SearchInput[] =>
    requests.map((given, index) =>
      checked(given, (path, message) => context.addIssue({ code: 'custom', path: [index, ...path], message })),
    ),
  );

type AddIssue = (path: PropertyKey[], message: string) => void;

function checked(given: unknown, addIssue: AddIssue): SearchInput {
  const parsed = SearchRequestSchema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    addIssue(issue?.path ?? [], issue?.message ?? 'is not valid');
    return z.NEVER;
  }
  const { api_key: apiKey, ...body } = given as Record<string, unknown>;
  if (apiKey !== undefined && apiKey !== null)
    addIssue(['api_key'], 'must not be given: a monitor searches for its organization');
  // Responses repeat the search as given, and the run uses the same text.
  if (storableJson(body) !== JSON.stringify(body)) addIssue([], 'holds a character that cannot be stored');
  return { given: body, request: parsed.data };
}
