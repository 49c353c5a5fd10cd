import { isObject, resolveRef, type JsonObject, type JsonSchema } from './json-schema.ts';
import { holdsLeaves, mayBeLeaf, prescribedParts, speaksOfParts } from './leaf-schemas.ts';

/**
 * How a null leaf is interpreted: as any value that fits, as a value that does not fit, or as null. A negated schema
 * inverts the interpretation, so that a null leaf never makes a value invalid.
 */
type Reading = 'lenient' | 'certain' | 'given';

interface Rewriting {
  root: JsonObject;
  /** The name in `$defs` of each schema that is referenced or occurs twice, for each of its interpretations. */
  names: Map<unknown, Map<Reading, string>>;
  defs: Map<string, JsonSchema>;
}

const NULL = { type: 'null' };
const OTHER_WAY: Record<Reading, Reading> = { lenient: 'certain', certain: 'lenient', given: 'given' };

/**
 * The same schema with every leaf nullable, because a leaf without a source is null in a run's output; the root is an
 * object. Objects and lists within it stay as they are.
 */
export function withNullableLeaves(root: JsonObject): JsonObject {
  const rewriting: Rewriting = { root, names: new Map(), defs: new Map() };
  const whole = within(root, 'lenient', rewriting);
  return { ...whole, type: 'object', ...(rewriting.defs.size > 0 && { $defs: Object.fromEntries(rewriting.defs) }) };
}

function read(schema: unknown, reading: Reading, rewriting: Rewriting): JsonSchema {
  if (!isObject(schema)) return schema as JsonSchema;
  if (reading === 'given') return within(schema, reading, rewriting);
  const isLeaf = !speaksOfParts(schema, rewriting.root);
  const inner = within(schema, isLeaf ? 'given' : reading, rewriting);
  if (!isLeaf && !mayBeLeaf(schema)) return inner;
  return reading === 'lenient' ? { anyOf: [inner, NULL] } : { allOf: [inner, { not: NULL }] };
}

const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const LISTS = new Set(['anyOf', 'allOf', 'prefixItems']);
const SINGLE = new Set(['items', 'additionalProperties', 'unevaluatedItems', 'unevaluatedProperties']);
// Member names are not leaves.
const AS_GIVEN = new Set(['propertyNames', 'contentSchema']);
// Definitions get new names, and a name or an anchor may occur only once.
const OF_PLACES = new Set(['$schema', '$id', '$anchor', '$defs', 'definitions']);
const CASES = new Set(['if', 'then', 'else']);
const TOGETHER = new Set(['oneOf', 'contains', 'minContains', 'maxContains', 'uniqueItems']);

function within(schema: JsonObject, reading: Reading, rewriting: Rewriting): JsonObject {
  const all = (schemas: unknown) => (schemas as unknown[]).map((one) => read(one, reading, rewriting));
  const prescribed = reading === 'given' ? undefined : prescribedParts(schema);
  const own = Object.entries(schema).flatMap(([keyword, value]): Array<[string, unknown]> => {
    if (OF_PLACES.has(keyword) || TOGETHER.has(keyword)) return [];
    if (prescribed && (keyword === 'enum' || keyword === 'const')) return [];
    if (CASES.has(keyword)) return isDoubtful(schema) ? [] : [[keyword, read(value, reading, rewriting)]];
    if (keyword === '$ref')
      return [[keyword, pointerOf(resolveRef(rewriting.root, String(value)), reading, rewriting, String(value))]];
    if (keyword === 'not') return [[keyword, read(value, OTHER_WAY[reading], rewriting)]];
    if (MAPS.has(keyword) && isObject(value)) return [[keyword, mapped(value, reading, rewriting)]];
    if (LISTS.has(keyword)) return [[keyword, all(value)]];
    if (SINGLE.has(keyword) || AS_GIVEN.has(keyword))
      return [[keyword, read(value, SINGLE.has(keyword) ? reading : 'given', rewriting)]];
    return [[keyword, value]];
  });
  const more = [
    choice(schema, reading, rewriting),
    condition(schema, reading, rewriting),
    ...contained(schema, reading, rewriting),
    uniqueness(schema, reading, rewriting),
    prescribed && { anyOf: all(prescribed) },
  ];
  return together(
    Object.fromEntries(own),
    more.filter((one) => one !== undefined),
  );
}

function mapped(schemas: JsonObject, reading: Reading, rewriting: Rewriting): JsonObject {
  return Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, read(one, reading, rewriting)]));
}

/** Merges schemas into one. A part goes into `allOf` if one of its keywords is taken. */
function together(own: JsonObject, more: readonly JsonObject[]): JsonObject {
  return more.reduce<JsonObject>((whole, part) => {
    const isFree = Object.keys(part).every((keyword) => !Object.hasOwn(whole, keyword));
    return isFree ? { ...whole, ...part } : { ...whole, allOf: [...((whole.allOf ?? []) as unknown[]), part] };
  }, own);
}

/** A reference to the interpreted schema among the definitions. */
function pointerOf(target: unknown, reading: Reading, rewriting: Rewriting, called = 'part'): string {
  const { names, defs } = rewriting;
  const known = names.get(target) ?? new Map<Reading, string>();
  names.set(target, known);
  const name = known.get(reading) ?? freeName(called, defs);
  if (!known.has(reading)) {
    known.set(reading, name);
    // The name is reserved first, because the schema may refer to itself.
    defs.set(name, true);
    defs.set(name, read(target, reading, rewriting));
  }
  return `#/$defs/${name}`;
}

function freeName(called: string, defs: ReadonlyMap<string, JsonSchema>): string {
  const name = /[\w-]{1,64}$/.exec(called)?.[0] ?? 'whole';
  let number = 1;
  while (defs.has(number === 1 ? name : `${name}-${number}`)) number += 1;
  return number === 1 ? name : `${name}-${number}`;
}

/** Rewrites `oneOf`. A null leaf can fit several branches, so several matches fail only if at least two are certain. */
function choice({ oneOf }: JsonObject, reading: Reading, rewriting: Rewriting): JsonObject | undefined {
  if (!Array.isArray(oneOf)) return undefined;
  const asked = oneOf.map((one) => read(one, reading, rewriting));
  if (reading !== 'lenient' || oneOf.every((one) => !holdsLeaves(one))) return { oneOf: asked };
  const certain = oneOf.map((one) => ({ $ref: pointerOf(one, 'certain', rewriting) }));
  return { anyOf: asked, allOf: [{ anyOf: [{ oneOf: certain }, { not: { anyOf: certain } }] }] };
}

const isDoubtful = (schema: JsonObject) => holdsLeaves(schema.if);

/** Rewrites `if`, `then` and `else`. A null leaf in the condition allows either case. */
function condition(schema: JsonObject, reading: Reading, rewriting: Rewriting): JsonObject | undefined {
  if (!isDoubtful(schema)) return undefined;
  const [asked, so, otherwise] = [schema.if, schema.then ?? true, schema.else ?? true].map((one) =>
    read(one, reading, rewriting),
  );
  return {
    anyOf: [
      { allOf: [asked, so] },
      { allOf: [{ not: { $ref: pointerOf(schema.if, OTHER_WAY[reading], rewriting) } }, otherwise] },
    ],
  };
}

/** Rewrites `contains`. A null item counts towards the minimum, but not towards the maximum. */
function contained(
  { contains, minContains, maxContains }: JsonObject,
  reading: Reading,
  rewriting: Rewriting,
): Array<JsonObject | undefined> {
  if (contains === undefined) return [];
  const least = { contains: read(contains, reading, rewriting), ...(minContains !== undefined && { minContains }) };
  return [
    least,
    maxContains === undefined
      ? undefined
      : { contains: { $ref: pointerOf(contains, OTHER_WAY[reading], rewriting) }, minContains: 0, maxContains },
  ];
}

/** Rewrites `uniqueItems`. Items that are equal only because of nulls are not duplicates. */
function uniqueness(
  { uniqueItems, items }: JsonObject,
  reading: Reading,
  rewriting: Rewriting,
): JsonObject | undefined {
  if (uniqueItems !== true || reading !== 'lenient') return uniqueItems === undefined ? undefined : { uniqueItems };
  return {
    anyOf: [
      { uniqueItems },
      { contains: isObject(items) ? { not: { $ref: pointerOf(items, 'certain', rewriting) } } : NULL },
    ],
  };
}
