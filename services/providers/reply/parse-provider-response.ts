import type { z } from 'zod';
import { ProviderError } from '../port/provider.ts';

/** A provider's answer in the shape that it documents. @throws ProviderError where it has another */
export function parseProviderResponse<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new ProviderError('failed', 'its answer is not what it documents', { cause: parsed.error });
}
