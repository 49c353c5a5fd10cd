/** JSON Schema 2020-12 within the limits of `schemaProblem`. */
export type JsonSchema = boolean | { [keyword: string]: unknown };

/** A JSON object that came from outside, whose members are read as its own alone. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function ownMember(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The schemas right within a schema, each with the keyword that holds it. */
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
/** At the root they name the schema and its dialect, and change nothing; elsewhere they would begin another schema. */
export const OF_THE_ROOT: ReadonlySet<string> = new Set(['$schema', '$id']);
/** What the meta-schema of 2020-12 knows and is not evaluated, its deprecated keywords included, each with what says the same. */
export const NOT_EVALUATED: ReadonlyMap<string, string> = new Map([
  ['$dynamicRef', '$ref and $defs'],
  ['$dynamicAnchor', '$ref and $defs'],
  ['$recursiveRef', '$ref and $defs'],
  ['$recursiveAnchor', '$ref and $defs'],
  ['$vocabulary', 'the keywords of JSON Schema 2020-12 alone'],
  ['dependencies', 'dependentRequired and dependentSchemas'],
]);

/**
 * The schema without its annotations of unknown names, some of which a validator would take for keywords of another dialect,
 * and without its own name.
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

/** What a local `$ref` leads to; undefined where that is nothing. */
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
