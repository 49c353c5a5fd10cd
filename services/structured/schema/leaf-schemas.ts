import { isObject, resolveRef, type JsonObject, type JsonSchema } from './json-schema.ts';

const OF_PARTS = new Set([
  'properties',
  'patternProperties',
  'required',
  'additionalProperties',
  'unevaluatedProperties',
  'minProperties',
  'maxProperties',
  'propertyNames',
  'dependentSchemas',
  'dependentRequired',
  'items',
  'prefixItems',
  'contains',
  'minItems',
  'maxItems',
  'unevaluatedItems',
  'uniqueItems',
]);
const OF_THE_SAME = ['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else'];
const isComposite = (value: unknown) => typeof value === 'object' && value !== null;

/**
 * Whether a schema applies to objects or lists; any other schema applies to a leaf. A choice or a reference applies to
 * objects or lists if one of its targets does.
 */
export function speaksOfParts(schema: unknown, root: JsonSchema, seen = new Set()): boolean {
  if (!isObject(schema) || seen.has(schema)) return false;
  seen.add(schema);
  const types = typesOf(schema);
  if (types.length > 0) return types.some(isOfParts);
  if (Object.keys(schema).some((keyword) => OF_PARTS.has(keyword)) || prescribed(schema).some(isComposite)) return true;
  const led = typeof schema.$ref === 'string' ? [resolveRef(root, schema.$ref)] : [];
  const within = OF_THE_SAME.flatMap((keyword) => schema[keyword] ?? []);
  return [...led, ...within].some((one) => speaksOfParts(one, root, seen));
}

/** Whether a schema names a type other than object and list. */
export function mayBeLeaf(schema: JsonObject): boolean {
  return typesOf(schema).some((type) => !isOfParts(type));
}

/**
 * The values that a schema prescribes, with objects and lists as schemas of exactly these parts; undefined if all of
 * them are leaves.
 */
export function prescribedParts(schema: JsonObject): JsonObject[] | undefined {
  const values = prescribed(schema);
  return values.some(isComposite) ? values.map(exactly) : undefined;
}

function exactly(value: unknown): JsonObject {
  if (Array.isArray(value))
    return { type: 'array', prefixItems: value.map(exactly), minItems: value.length, maxItems: value.length };
  if (!isObject(value)) return { const: value };
  const properties = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, exactly(member)]));
  return { type: 'object', properties, required: Object.keys(value), additionalProperties: false };
}

function prescribed(schema: JsonObject): unknown[] {
  return [
    ...(Array.isArray(schema.enum) ? (schema.enum as unknown[]) : []),
    ...('const' in schema ? [schema.const] : []),
  ];
}

const typesOf = ({ type }: JsonObject): unknown[] => [type ?? []].flat();
const isOfParts = (type: unknown) => type === 'object' || type === 'array';

// Keywords that require members and items without describing them.
const WITHOUT_LEAVES = new Set([
  'required',
  'dependentRequired',
  'minProperties',
  'maxProperties',
  'minItems',
  'maxItems',
  'title',
  'description',
  '$comment',
]);

/** Whether the result of validation against a schema may depend on a leaf. */
export function holdsLeaves(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  return Object.entries(schema).some(([keyword, value]) => {
    if (WITHOUT_LEAVES.has(keyword) || (keyword === 'type' && typesOf(schema).every(isOfParts))) return false;
    return OF_THE_SAME.includes(keyword) ? [value].flat().some(holdsLeaves) : true;
  });
}
