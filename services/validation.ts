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
  const message = issue?.message ?? 'is not valid';
  throw new ServiceError('INVALID_REQUEST', param === '' ? message : `${param}: ${message}`, { param });
}
