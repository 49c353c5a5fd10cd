import { isObject, LISTS, MAPS, type JsonObject, type JsonSchema } from '../answer/structured/json-schema.ts';

const OF_OBJECTS = new Set(['properties', 'patternProperties', 'required', 'additionalProperties', 'unevaluatedProperties', 'minProperties']);
const OF_ARRAYS = new Set(['items', 'prefixItems', 'contains', 'minItems', 'unevaluatedItems']);
const NULL = { type: 'null' };

/**
 * The same schema with every leaf nullable, as what no source says must be null in a run's output. Objects and lists stay
 * as they are. What stands under `not`, `if` or `contains` only tells cases apart, and is left alone.
 */
export function withNullableLeaves(schema: JsonSchema): JsonSchema {
  if (!isObject(schema)) return schema;
  return isLeaf(schema) ? { anyOf: [schema, NULL] } : within(schema);
}

function within(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (MAPS.has(keyword) && isObject(value)) return [keyword, mapped(value)];
      if (LISTS.has(keyword) && Array.isArray(value)) return [keyword, value.map((one) => withNullableLeaves(one as JsonSchema))];
      return keyword === 'items' || keyword === 'additionalProperties' ? [keyword, withNullableLeaves(value as JsonSchema)] : [keyword, value];
    }),
  );
}

function mapped(schemas: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, withNullableLeaves(one as JsonSchema)]));
}

function isLeaf(schema: JsonObject): boolean {
  const types = [schema.type ?? []].flat();
  if (types.length > 0) return types.every((type) => type !== 'object' && type !== 'array');
  const keywords = Object.keys(schema);
  if (keywords.some((keyword) => OF_OBJECTS.has(keyword) || OF_ARRAYS.has(keyword))) return false;
  // A reference or a choice is a leaf where what it leads to is one.
  return !keywords.some((keyword) => keyword === '$ref' || keyword === '$defs' || LISTS.has(keyword));
}
