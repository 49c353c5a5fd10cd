/** JSON Schema 2020-12 within the limits of `schemaProblem`. */
export type JsonSchema = boolean | { [keyword: string]: unknown };

/** A JSON object from outside: only its own properties are read. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function ownMember(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The direct subschemas of a schema, each with its keyword. */
export function subschemas(schema: JsonObject): Array<{ keyword: string; schema: unknown }> {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (MAPS.has(keyword) && isObject(value)) return Object.values(value).map((schema) => ({ keyword, schema }));
    if (LISTS.has(keyword) && Array.isArray(value)) return value.map((schema: unknown) => ({ keyword, schema }));
    return SINGLE.has(keyword) ? [{ keyword, schema: value }] : [];
  });
}

const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const SINGLE: ReadonlySet<string> = new Set([
  'items',
  'contains',
  'additionalProperties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'not',
  'if',
  'then',
  'else',
  'contentSchema',
]);

const OTHER_KEYWORDS: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'const',
  'required',
  'uniqueItems',
  'pattern',
  'dependentRequired',
  'minContains',
  'maxContains',
  '$ref',
  '$anchor',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'title',
  'description',
  'default',
  'examples',
  '$comment',
  'format',
  'deprecated',
  'readOnly',
  'writeOnly',
  'contentEncoding',
  'contentMediaType',
]);
/** At the root they name the schema and its dialect, without effect; elsewhere they would start another schema. */
export const ROOT_KEYWORDS: ReadonlySet<string> = new Set(['$schema', '$id']);
/**
 * Keywords in the meta-schema of 2020-12 that are not evaluated, including deprecated ones, each with its replacement.
 */
export const NOT_EVALUATED: ReadonlyMap<string, string> = new Map([
  ['$dynamicRef', '$ref and $defs'],
  ['$dynamicAnchor', '$ref and $defs'],
  ['$recursiveRef', '$ref and $defs'],
  ['$recursiveAnchor', '$ref and $defs'],
  ['$vocabulary', 'the keywords of JSON Schema 2020-12 alone'],
  ['dependencies', 'dependentRequired and dependentSchemas'],
]);

/**
 * The schema without unknown annotations, which a validator might take for keywords of another dialect, and without its
 * own name.
 */
export function knownKeywords(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]): Array<[string, unknown]> => {
      if (MAPS.has(keyword) && isObject(value))
        return [[keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, knownKeywords(one)]))]];
      if (LISTS.has(keyword) && Array.isArray(value)) return [[keyword, value.map(knownKeywords)]];
      if (SINGLE.has(keyword)) return [[keyword, knownKeywords(value)]];
      return OTHER_KEYWORDS.has(keyword) || MAPS.has(keyword) || LISTS.has(keyword) ? [[keyword, value]] : [];
    }),
  );
}

/** The target of a local `$ref`; undefined if there is none. */
export function resolveRef(root: JsonSchema, ref: string): unknown {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return ref.startsWith('#') ? anchored(root, ref.slice(1)) : undefined;
  const steps = decoded(ref.slice(2))
    ?.split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  let current: unknown = steps ? root : undefined;
  for (const step of steps ?? []) {
    if (Array.isArray(current)) current = current[Number(step)] as unknown;
    else current = isObject(current) ? ownMember(current, step) : undefined;
  }
  return current;
}

function anchored(schema: unknown, anchor: string): unknown {
  if (!isObject(schema)) return undefined;
  if (schema.$anchor === anchor) return schema;
  for (const sub of subschemas(schema)) {
    const found = anchored(sub.schema, anchor);
    if (found !== undefined) return found;
  }
  return undefined;
}

function decoded(pointer: string): string | undefined {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return undefined;
  }
}
