import type { JsonObject } from '../../structured/schema/json-schema.ts';
import type { SchemaValidator } from '../../structured/schema/schemas.ts';
import { ServiceError } from '../../core/errors.ts';
import { withNullableLeaves } from '../../structured/schema/nullable-leaves.ts';
import { objectCanFit } from '../../structured/schema/object-can-fit.ts';
import { outputFormat, type StoredOutputSchema } from '../state/stored-output-schema.ts';

type Checking = Pick<SchemaValidator, 'problem' | 'compileProblem'>;

/** Refuses an invalid schema, and one that cannot describe a run's `structured`, which is an object. */
export async function requireFillable(outputSchema: StoredOutputSchema | null, schemas: Checking): Promise<void> {
  const format = outputFormat(outputSchema);
  if (format.type !== 'json_schema') return;
  const problem = await problemOf(format.schema, schemas);
  if (problem !== undefined)
    throw new ServiceError('INVALID_REQUEST', `output_schema: the schema ${problem}`, { param: 'output_schema' });
}

/**
 * The schema of a run's value is longer than the given one. Exceeding the time limit has to be detected before the run.
 */
async function problemOf(schema: JsonObject, schemas: Checking): Promise<string | undefined> {
  // Each check has its own time limit.
  const { signal } = new AbortController();
  const problem = await schemas.problem(schema, signal);
  if (problem !== undefined) return problem;
  return objectCanFit(schema, schema)
    ? schemas.compileProblem(withNullableLeaves(schema), signal)
    : 'does not describe an object';
}
