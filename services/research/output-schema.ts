import { asResponseFormat, type ResponseFormatGiven } from '../answer/response-format.ts';
import type { Schemas } from '../answer/structured/schemas.ts';
import { ServiceError } from '../errors.ts';
import { objectCanFit } from './object-can-fit.ts';

/** Refuses what is no schema, and what cannot be a run's `structured`, which is an object. */
export async function requireFillable(outputSchema: ResponseFormatGiven | null, schemas: Pick<Schemas, 'problem'>): Promise<void> {
  const format = asResponseFormat(outputSchema);
  if (format.type !== 'json_schema') return;
  // It has a limit of time of its own.
  const problem = (await schemas.problem(format.schema, new AbortController().signal)) ?? (objectCanFit(format.schema, format.schema) ? undefined : 'does not describe an object');
  if (problem !== undefined) throw new ServiceError('INVALID_REQUEST', `output_schema: the schema ${problem}`, { param: 'output_schema' });
}
