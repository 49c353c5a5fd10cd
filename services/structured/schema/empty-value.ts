import { isObject, ownMember, resolveRef, type JsonSchema } from './json-schema.ts';

const DEEPEST = 20;

/**
 * A value of a schema without content: only nulls and empty lists. Undefined if the schema allows none.
 *
 * @param fits whether a value fits the schema
 */
export async function emptyValue(
  root: JsonSchema,
  fits: (value: unknown) => Promise<boolean>,
): Promise<{ value: unknown } | undefined> {
  for (const value of [null, emptyValueOf(root, root, 0), {}, []]) {
    if (value !== undefined && (await fits(value))) return { value };
  }
  return undefined;
}

/** An empty value for a schema: null, an empty list, or an object whose required members are empty. */
export function emptyValueOf(schema: unknown, root: JsonSchema, depth: number): unknown {
  if (!isObject(schema) || depth > DEEPEST) return null;
  if (typeof schema.$ref === 'string') return emptyValueOf(resolveRef(root, schema.$ref), root, depth + 1);
  const types = new Set([schema.type].flat());
  if (types.has('array')) return [];
  if (!types.has('object') || (types.has('null') && depth > 0)) return null;
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = (schema.required ?? []) as string[];
  return Object.fromEntries(required.map((name) => [name, emptyValueOf(ownMember(properties, name), root, depth + 1)]));
}
