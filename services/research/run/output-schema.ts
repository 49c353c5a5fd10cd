import type { JsonObject } from '../../structured/schema/json-schema.ts';
import type { SchemaValidator } from '../../structured/schema/schemas.ts';
import { ServiceError } from '../../core/errors.ts';
import { withNullableLeaves } from '../../structured/schema/nullable-leaves.ts';
import { objectCanFit } from '../../structured/schema/object-can-fit.ts';
import { outputFormat, type StoredOutputSchema } from '../state/stored-output-schema.ts';

type Checking = Pick<SchemaValidator, 'problem' | 'compileProblem'>;

/** Refuses what is no schema, and what cannot be a run's `structured`, which is an object. */
export async function requireFillable(outputSchema: StoredOutputSchema | null, schemas: Checking): Promise<void> {
  const format = outputFormat(outputSchema);
  if (format.type !== 'json_schema') return;
  const problem = await problemOf(format.schema, schemas);
  if (problem !== undefined)
    throw new ServiceError('INVALID_REQUEST', `output_schema: the schema ${problem}`, { param: 'output_schema' });
}

/** What a run's value must fit is longer than what was given: that it takes too long shall be known before the run, not after it. */
async function problemOf(schema: JsonObject, schemas: Checking): Promise<string | undefined> {
  // Each of them has a limit of time of its own.
  const { signal } = new AbortController();
  const problem = await schemas.problem(schema, signal);
  if (problem !== undefined) return problem;
  return objectCanFit(schema, schema)
    ? schemas.compileProblem(withNullableLeaves(schema), signal)
    : 'does not describe an object';
}
