import { isDeepStrictEqual } from 'node:util';
import { isObject, ownMember, resolveRef, type JsonObject, type JsonSchema } from './json-schema.ts';

// A schema that refers to itself in many ways could be asked for ever.
const MOST_STEPS = 20_000;
const DEEPEST = 200;

interface Walk {
  root: JsonSchema;
  steps: number;
  depth: number;
}

/**
 * Where a JSON value does not fit a schema, for whoever wrote the value; undefined where it fits.
 *
 * @param root a schema without a `schemaProblem`
 */
export function schemaMismatch(root: JsonSchema, value: unknown): string | undefined {
  return mismatch(root, value, { root, steps: 0, depth: 0 }, '');
}

function mismatch(schema: unknown, value: unknown, walk: Walk, path: string): string | undefined {
  walk.steps += 1;
  if (walk.steps > MOST_STEPS || walk.depth > DEEPEST) return 'the schema takes too many steps to check';
  if (schema === false) return `${path || 'the value'} is not allowed`;
  if (!isObject(schema)) return undefined;
  walk.depth += 1;
  const found = ownMismatch(schema, value, path) ?? within(schema, value, walk, path) ?? combined(schema, value, walk, path);
  walk.depth -= 1;
  return found;
}

function ownMismatch(schema: JsonObject, value: unknown, path: string): string | undefined {
  const at = path || 'the value';
  const types = [schema.type ?? []].flat() as string[];
  if (schema.type !== undefined && !types.some((type) => isOfType(value, type))) return `${at} is not of type ${types.join(' or ')}`;
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => isDeepStrictEqual(one, value))) return `${at} is none of the values of enum`;
  if (Object.hasOwn(schema, 'const') && !isDeepStrictEqual(schema.const, value)) return `${at} is not the value of const`;
  if (typeof value === 'number') return numberMismatch(schema, value, at);
  if (typeof value === 'string') return countMismatch(schema, 'Length', Array.from(value).length, at);
  if (Array.isArray(value)) {
    const isRepeated = schema.uniqueItems === true && value.some((one, index) => value.slice(0, index).some((other) => isDeepStrictEqual(one, other)));
    return isRepeated ? `${at} holds an item twice` : countMismatch(schema, 'Items', value.length, at);
  }
  if (!isObject(value)) return undefined;
  const missing = ((schema.required ?? []) as string[]).find((name) => !Object.hasOwn(value, name));
  return missing === undefined ? countMismatch(schema, 'Properties', Object.keys(value).length, at) : `${at} lacks ${missing}`;
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function numberMismatch(schema: JsonObject, value: number, at: string): string | undefined {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity, multipleOf } = schema as Record<string, number | undefined>;
  if (value < minimum || value > maximum || value <= exclusiveMinimum || value >= exclusiveMaximum) return `${at} is out of range`;
  if (multipleOf === undefined) return undefined;
  const times = value / multipleOf;
  // 0.3 is three times 0.1, though not in binary.
  return Math.abs(times - Math.round(times)) > 1e-9 * Math.max(1, Math.abs(times)) ? `${at} is no multiple of ${multipleOf}` : undefined;
}

function countMismatch(schema: JsonObject, what: 'Length' | 'Items' | 'Properties', count: number, at: string): string | undefined {
  const [least = 0, most = Infinity] = [schema[`min${what}`], schema[`max${what}`]] as Array<number | undefined>;
  return count < least || count > most ? `${at} has ${count} where ${least} to ${most} are allowed` : undefined;
}

function within(schema: JsonObject, value: unknown, walk: Walk, path: string): string | undefined {
  if (Array.isArray(value)) {
    const first = (schema.prefixItems ?? []) as unknown[];
    return firstOf(value.entries(), ([index, item]) => mismatch(index < first.length ? first[index] : schema.items, item, walk, `${path}/${index}`));
  }
  if (!isObject(value)) return undefined;
  const properties = isObject(schema.properties) ? schema.properties : {};
  return firstOf(Object.entries(value), ([name, member]) =>
    mismatch(Object.hasOwn(properties, name) ? ownMember(properties, name) : schema.additionalProperties, member, walk, `${path}/${name}`),
  );
}

function combined(schema: JsonObject, value: unknown, walk: Walk, path: string): string | undefined {
  const at = path || 'the value';
  const of = (keyword: string) => (schema[keyword] ?? []) as unknown[];
  const fits = (one: unknown) => mismatch(one, value, walk, path) === undefined;
  if (typeof schema.$ref === 'string') {
    const found = mismatch(resolveRef(walk.root, schema.$ref), value, walk, path);
    if (found !== undefined) return found;
  }
  const unmet = firstOf(of('allOf'), (one) => mismatch(one, value, walk, path));
  if (unmet !== undefined) return unmet;
  if (schema.anyOf !== undefined && !of('anyOf').some(fits)) return `${at} fits nothing of anyOf`;
  if (schema.oneOf !== undefined && of('oneOf').filter(fits).length !== 1) return `${at} does not fit exactly one of oneOf`;
  return schema.not !== undefined && fits(schema.not) ? `${at} fits what not forbids` : undefined;
}

function firstOf<T>(items: Iterable<T>, judge: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = judge(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
