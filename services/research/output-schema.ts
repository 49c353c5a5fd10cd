import { asResponseFormat, type ResponseFormatGiven } from '../answer/response-format.ts';
import type { Schemas } from '../answer/structured/schemas.ts';
import { ServiceError } from '../errors.ts';

const NEEDS_MODEL = 'json_schema needs a language model, and none is configured here';

/** Refuses what is no schema, and what cannot be filled here: free text and `{"answer": text}` can be, a schema cannot. */
export async function requireFillable(outputSchema: ResponseFormatGiven | null, schemas: Pick<Schemas, 'problem'>): Promise<void> {
  const format = asResponseFormat(outputSchema);
  if (format.type !== 'json_schema') return;
  // It has a limit of time of its own.
  const problem = await schemas.problem(format.schema, new AbortController().signal);
  throw new ServiceError('INVALID_REQUEST', `output_schema: ${problem === undefined ? NEEDS_MODEL : `the schema ${problem}`}`, { param: 'output_schema' });
}
