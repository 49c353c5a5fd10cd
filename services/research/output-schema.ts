import { ServiceError } from '../errors.ts';

/** Refuses what cannot be filled here. Without a model, free text and `{"answer": text}` can be, a schema cannot. */
export function requireFillable(outputSchema: { type: string } | null): void {
  if (outputSchema?.type !== 'json_schema') return;
  throw new ServiceError('INVALID_REQUEST', 'output_schema: json_schema needs a language model, and none is configured here', {
    param: 'output_schema',
  });
}
