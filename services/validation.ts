import type { z } from 'zod';
import { ServiceError } from './errors.ts';

/**
 * Parses what a caller sent.
 *
 * @throws ServiceError INVALID_REQUEST naming the first member that is wrong
 */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
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
