import { isObject, resolveRef, type JsonObject, type JsonSchema } from './json-schema.ts';

/**
 * Whether an object can fit a schema, by its types, choices, references and prescribed values; constraints on members
 * are ignored.
 *
 * @param root resolves its references
 */
export function objectCanFit(schema: unknown, root: JsonSchema, known = new Map<unknown, boolean>()): boolean {
  if (!isObject(schema)) return schema === true;
  if (!known.has(schema)) {
    // A reference back to a schema that is being examined counts as unfit: a cycle alone admits no object.
    known.set(schema, false);
    known.set(
      schema,
      fitsOne(schema, root, (one) => objectCanFit(one, root, known)),
    );
  }
  return known.get(schema) ?? false;
}

function fitsOne(schema: JsonObject, root: JsonSchema, can: (one: unknown) => boolean): boolean {
  const { type, const: only, enum: values, $ref: ref, allOf, anyOf, oneOf, not } = schema;
  if (type !== undefined && ![type].flat().includes('object')) return false;
  if (('const' in schema && !isObject(only)) || (Array.isArray(values) && !values.some(isObject))) return false;
  if (isOfEveryObject(not) || (typeof ref === 'string' && !can(resolveRef(root, ref)))) return false;
  return (
    (!Array.isArray(allOf) || allOf.every(can)) &&
    [anyOf, oneOf].every((choice) => !Array.isArray(choice) || choice.some(can))
  );
}

function isOfEveryObject(schema: unknown): boolean {
  if (!isObject(schema)) return schema === true;
  return (
    Object.keys(schema).every((keyword) => keyword === 'type') &&
    (schema.type === undefined || [schema.type].flat().includes('object'))
  );
}
