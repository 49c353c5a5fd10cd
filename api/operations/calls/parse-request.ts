import type { z } from 'zod';
import { ServiceError } from '../../../services/core/errors.ts';

/** Validates input from a client. @throws ServiceError INVALID_REQUEST naming the first invalid field */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  requireFewMembers(given, '');
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : (issue?.path ?? []);
  const message =
    issue?.code === 'unrecognized_keys' ? 'is not a known field' : readable(issue?.message ?? 'is not valid');
  throw invalidMember(path.join('.'), message);
}

/** @param path dotted; empty for the request as a whole */
function invalidMember(path: string, message: string): ServiceError {
  return new ServiceError(
    'INVALID_REQUEST',
    path === '' ? `The request ${message}` : `${path}: ${message}`,
    path === '' ? {} : { param: path },
  );
}

/** The validator's own message, as a sentence about the field. */
function readable(message: string): string {
  const [, expected, received] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? [];
  if (expected === undefined) return message;
  return received === 'undefined' ? 'is required' : `must be of type ${expected}`;
}

// Above every limit for lists and objects: a schema would validate each member before it rejects the size.
const LONGEST_LIST = 10_000;
const LARGEST_OBJECT = 1_000;

function requireFewMembers(given: unknown, path: string): void {
  if (typeof given !== 'object' || given === null) return;
  const isList = Array.isArray(given);
  const names = isList ? [] : Object.keys(given);
  if (isList && given.length > LONGEST_LIST) throw invalidMember(path, `holds more than ${LONGEST_LIST} entries`);
  // A validator passes over this name, so what it says would be lost without a word.
  if (names.includes('__proto__'))
    throw invalidMember(path === '' ? '__proto__' : `${path}.__proto__`, 'is not a known field');
  if (names.length > LARGEST_OBJECT) throw invalidMember(path, `holds more than ${LARGEST_OBJECT} members`);
  // A path is built only on the way to an object: most list items are text, and there may be thousands of them.
  const members = isList
    ? given.entries()
    : names.map((name) => [name, (given as Record<string, unknown>)[name]] as const);
  for (const [name, member] of members)
    if (typeof member === 'object') requireFewMembers(member, path === '' ? String(name) : `${path}.${name}`);
}
