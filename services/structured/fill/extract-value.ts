import { fieldOf } from './extract-field.ts';
import { itemCandidates } from './extract-items.ts';
import { candidatesFor, type FillRequest } from './extract-leaf.ts';
import { isObject, ownMember, resolveRef, type JsonObject, type JsonSchema } from '../schema/json-schema.ts';

/**
 * The result of filling a schema: a value, with some members null or omitted; or the required members that have no
 * value.
 */
export interface ExtractedValue {
  value: unknown;
  /** Number of extracted values, not counting prescribed values and nulls. */
  found: number;
  /** JSON pointers of members without a value that may be neither null nor omitted. */
  missing: string[];
}

export interface ExtractRules extends FillRequest {
  /** Whether a value fits a subschema of the root. */
  fits(schema: JsonSchema, value: unknown): Promise<boolean>;
}

const DEEPEST = 10;
const MOST_TRIED = 8;
const MOST_ITEMS = 20;

interface Place {
  root: JsonSchema;
  rules: ExtractRules;
  path: string[];
  /** Totals over all members. */
  tally: Pick<ExtractedValue, 'found' | 'missing'>;
}

const ABSENT = Symbol('no value was found');

/**
 * Fills a schema from the sentences about the question's subject. A value that no sentence states plainly becomes null
 * or is omitted.
 */
export async function extractValue(root: JsonSchema, rules: ExtractRules): Promise<ExtractedValue> {
  const tally: Place['tally'] = { found: 0, missing: [] };
  const value = await fill(root, { root, rules, path: [], tally });
  if (value !== ABSENT) return { value, ...tally };
  return { value: null, found: 0, missing: tally.missing.length > 0 ? tally.missing : ['the value'] };
}

async function fill(given: unknown, place: Place): Promise<unknown> {
  const schema = place.path.length > DEEPEST ? undefined : plainSchema(given, place.root);
  if (schema === undefined) return ABSENT;
  if ('const' in schema) return schema.const;
  const types = new Set([schema.type].flat());
  const isObjectLike = types.has('object') || (schema.type === undefined && isObject(schema.properties));
  if (isObjectLike) return fillObject(schema, place);
  if (types.has('array') || (schema.type === undefined && isObject(schema.items))) return fillArray(schema, place);
  return fillLeaf(schema, place);
}

/** Resolves a reference, or a choice between a schema and null, to a single schema. */
function plainSchema(given: unknown, root: JsonSchema, depth = 0): JsonObject | undefined {
  if (!isObject(given) || depth > DEEPEST) return undefined;
  const { $ref: ref, allOf, anyOf, oneOf, ...own } = given;
  const options = ([anyOf, oneOf].find(Array.isArray) ?? []) as unknown[];
  const option = options.find((one) => !isObject(one) || (one.type !== 'null' && isOfOneType(own, one)));
  const parts = [
    typeof ref === 'string' ? resolveRef(root, ref) : undefined,
    ...(Array.isArray(allOf) ? (allOf as unknown[]) : []),
    option,
  ];
  const found = parts.map((part) => plainSchema(part, root, depth + 1)).filter((part) => part !== undefined);
  return found.reduce<JsonObject>(joined, own);
}

function isOfOneType({ type }: JsonObject, other: JsonObject): boolean {
  if (type === undefined || other.type === undefined) return true;
  const types = new Set([type].flat());
  return [other.type].flat().some((one) => types.has(one));
}

function joined(whole: JsonObject, part: JsonObject): JsonObject {
  const properties =
    isObject(whole.properties) || isObject(part.properties)
      ? { properties: { ...asObject(part.properties), ...asObject(whole.properties) } }
      : {};
  const required = [whole.required, part.required].flatMap((names) =>
    Array.isArray(names) ? (names as unknown[]) : [],
  );
  return { ...part, ...whole, ...properties, ...(required.length > 0 && { required }) };
}

function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

async function fillObject(schema: JsonObject, place: Place): Promise<unknown> {
  const properties = asObject(schema.properties);
  const required = new Set(Array.isArray(schema.required) ? (schema.required as unknown[]) : []);
  const names = [...new Set([...Object.keys(properties), ...required])].map(String);
  const value: JsonObject = {};
  for (const name of names) {
    const member = await fillMember(
      ownMember(properties, name),
      { ...place, path: [...place.path, name] },
      required.has(name),
    );
    if (member === ABSENT) continue;
    Object.defineProperty(value, name, { value: member, enumerable: true, writable: true, configurable: true });
  }
  return [...required].some((name) => !Object.hasOwn(value, String(name))) ? ABSENT : value;
}

async function fillMember(schema: unknown, place: Place, isRequired: boolean): Promise<unknown> {
  const { missing } = place.tally;
  const missingBefore = missing.length;
  const filled = await fill(schema, place);
  const kept =
    filled === ABSENT && isRequired && (await place.rules.fits((schema ?? true) as JsonSchema, null)) ? null : filled;
  if (kept !== ABSENT || !isRequired) missing.length = missingBefore;
  else if (missing.length === missingBefore) missing.push(pointer(place.path));
  return kept;
}

async function fillLeaf(schema: JsonObject, place: Place): Promise<unknown> {
  const field = fieldOf(namesOf(place.path), descriptionOf(schema, schema.title));
  const candidates = await candidatesFor(schema, field, place.rules);
  for (const candidate of candidates.slice(0, MOST_TRIED)) {
    if (!(await place.rules.fits(schema, candidate))) continue;
    place.tally.found += 1;
    return candidate;
  }
  return ABSENT;
}

async function fillArray(schema: JsonObject, place: Place): Promise<unknown> {
  const item = plainSchema(schema.items, place.root) ?? { type: 'string' };
  const most = typeof schema.maxItems === 'number' ? Math.min(schema.maxItems, MOST_ITEMS) : MOST_ITEMS;
  const items = isObject(item.properties) ? await objectItems(item, place) : await plainItems(schema, item, place);
  if (items.length > 0) {
    place.tally.found += items.length;
    return items.slice(0, most);
  }
  return (await place.rules.fits(schema, [])) ? [] : ABSENT;
}

async function plainItems(schema: JsonObject, item: JsonObject, place: Place): Promise<unknown[]> {
  const description = descriptionOf(schema, item.description);
  const fitting: unknown[] = [];
  for (const candidate of await itemCandidates(item, fieldOf(namesOf(place.path), description), place.rules)) {
    if (await place.rules.fits(item, candidate)) fitting.push(candidate);
  }
  return fitting;
}

/** One item for each sentence that describes a single thing. */
async function objectItems(item: JsonObject, place: Place): Promise<unknown[]> {
  const items = new Map<string, unknown>();
  for (const one of place.rules.evidence) {
    if (items.size >= MOST_ITEMS) break;
    const alone: ExtractRules = { ...place.rules, isListed: true, evidence: [one] };
    const inner: Place = {
      root: place.root,
      rules: alone,
      path: [...place.path, '0'],
      tally: { found: 0, missing: [] },
    };
    const value = await fill(item, inner);
    if (value !== ABSENT && inner.tally.found >= FEWEST_FOUND) items.set(JSON.stringify(value), value);
  }
  return [...items.values()];
}

// A single value does not prove that a sentence describes one of the listed things.
const FEWEST_FOUND = 2;

function descriptionOf({ description }: JsonObject, other: unknown): string {
  const written = description ?? other;
  return typeof written === 'string' ? written : '';
}

// List indexes are not words.
function namesOf(path: readonly string[]): string[] {
  return path.filter((name) => !/^\d+$/.test(name));
}

function pointer(path: readonly string[]): string {
  return `/${path.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
}
