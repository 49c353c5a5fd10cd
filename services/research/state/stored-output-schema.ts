import type { ResponseFormat } from '../../structured/schema/response-format.ts';

interface StoredSchema {
  name: string;
  schema: Record<string, unknown>;
  strict?: boolean | null | undefined;
}

/** `agent_runs.output_schema`: the requested form of the output, validated before it was stored. */
export type StoredOutputSchema =
  | { type: 'text' | 'json_object' }
  | { type: 'json_schema'; json_schema: StoredSchema }
  | ({ type: 'json_schema' } & StoredSchema);

/** @param stored null: the output is text alone */
export function outputFormat(stored: StoredOutputSchema | null): ResponseFormat {
  if (!stored) return { type: 'text' };
  if (stored.type !== 'json_schema') return { type: stored.type };
  const { name, schema, strict } = 'json_schema' in stored ? stored.json_schema : stored;
  return { type: 'json_schema', name, schema, strict: strict ?? false };
}
