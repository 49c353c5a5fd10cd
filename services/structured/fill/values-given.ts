import { isObject, subschemas } from '../schema/json-schema.ts';

/** All values that a schema prescribes by `enum` or `const`, at any depth. They are the caller's, not claims. */
export function valuesGiven(schema: unknown): unknown[] {
  if (!isObject(schema)) return [];
  const own = [
    ...(Array.isArray(schema.enum) ? (schema.enum as unknown[]) : []),
    ...('const' in schema ? [schema.const] : []),
  ];
  return [...own, ...subschemas(schema).flatMap((sub) => valuesGiven(sub.schema))];
}
