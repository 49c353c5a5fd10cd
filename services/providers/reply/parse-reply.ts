import type { z } from 'zod';
import { ProviderError } from '../port/provider.ts';

/** Parses a reply by the shape that the provider documents. @throws ProviderError for another shape */
export function parseReply<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new ProviderError('failed', 'its response does not match its documented format', { cause: parsed.error });
}
