/** The requested format of an answer. `schema` is the caller's JSON Schema, unchanged. */
export type ResponseFormat =
  | { type: 'text' }
  | { type: 'json_object' }
  | { type: 'json_schema'; name: string; schema: Record<string, unknown>; strict: boolean };
