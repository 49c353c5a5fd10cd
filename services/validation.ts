import type { z } from 'zod';
import { ServiceError } from './errors.ts';

/**
 * Parses what a caller sent.
 *
 * @throws ServiceError INVALID_REQUEST naming the first member that is wrong
 */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  requireShortLists(given, '');
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue?.path.join('.') ?? '';
  const message = readable(issue?.message ?? 'is not valid');
  throw new ServiceError('INVALID_REQUEST', param === '' ? message : `${param}: ${message}`, { param });
}

/** The validator's own words, as a sentence about the member. */
function readable(message: string): string {
  const [, expected, received] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? [];
  if (expected === undefined) return message;
  return received === 'undefined' ? 'is required' : `must be of type ${expected}`;
}

// More than any list may hold: a schema would look at each of its entries before it refuses the list.
const LONGEST_LIST = 10_000;

function requireShortLists(given: unknown, path: string): void {
  if (typeof given !== 'object' || given === null) return;
  if (Array.isArray(given) && given.length > LONGEST_LIST) {
    throw new ServiceError('INVALID_REQUEST', `${path === '' ? 'the list' : path}: holds more than ${LONGEST_LIST} entries`, { param: path });
  }
  for (const [name, member] of Object.entries(given)) requireShortLists(member, path === '' ? name : `${path}.${name}`);
}
