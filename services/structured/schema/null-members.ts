import { emptyValueOf } from './empty-value.ts';
import { isObject, ownMember, resolveRef, type JsonObject, type JsonSchema } from './json-schema.ts';

/** Dependencies for completing a value. */
export interface CompletionDeps {
  schema: JsonSchema;
  /** Whether a whole value fits the schema. */
  fits(value: unknown): Promise<boolean>;
}

const DEEPEST = 20;
// Each candidate is checked against the whole schema.
const MOST_TRIED = 1_000;

/** A copy of the value, with each missing member added as null or as an empty object if the schema allows it. */
export async function withNullMembers(given: unknown, { schema, fits }: CompletionDeps): Promise<unknown> {
  const whole: unknown = structuredClone(given);
  let tried = 0;
  const complete = async (value: unknown, part: unknown, depth: number): Promise<void> => {
    if (depth > DEEPEST || typeof value !== 'object' || value === null) return;
    const parts = partsOf(part, schema);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) await complete(item, itemSchema(parts, index), depth + 1);
      return;
    }
    for (const [name, member] of membersOf(parts)) {
      if (!Object.hasOwn(value, name)) {
        if (tried >= MOST_TRIED) return;
        tried += 1;
        await addMember(value as JsonObject, name, [null, emptyValueOf(member, schema, depth)], () => fits(whole));
      }
      await complete(ownMember(value as JsonObject, name), member, depth + 1);
    }
  };
  await complete(whole, schema, 0);
  return whole;
}

/** Adds the first candidate with which the whole value fits. Lists are not added. */
async function addMember(
  object: JsonObject,
  name: string,
  candidates: readonly unknown[],
  fits: () => Promise<boolean>,
): Promise<void> {
  for (const value of candidates.filter((one) => one === null || isObject(one))) {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
    if (await fits()) return;
    delete object[name];
  }
}

/** The schemas that all apply to a value. A choice contributes a branch only if it has a single one besides null. */
function partsOf(schema: unknown, root: JsonSchema): JsonObject[] {
  const found = new Set<JsonObject>();
  const left = [schema];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (!isObject(next) || found.has(next)) continue;
    found.add(next);
    const { $ref: ref, allOf, anyOf, oneOf } = next;
    left.push(
      ...(typeof ref === 'string' ? [resolveRef(root, ref)] : []),
      ...(Array.isArray(allOf) ? (allOf as unknown[]) : []),
      ...onlyOption(anyOf),
      ...onlyOption(oneOf),
    );
  }
  return [...found];
}

function onlyOption(options: unknown): unknown[] {
  const others = Array.isArray(options)
    ? (options as unknown[]).filter((one) => !isObject(one) || one.type !== 'null')
    : [];
  return others.length === 1 ? others : [];
}

function membersOf(parts: readonly JsonObject[]): Array<[string, unknown]> {
  return parts.flatMap(({ properties }) => (isObject(properties) ? Object.entries(properties) : []));
}

function itemSchema(parts: readonly JsonObject[], index: number): unknown {
  return parts
    .map(({ prefixItems, items }) =>
      Array.isArray(prefixItems) && index < prefixItems.length ? (prefixItems[index] as unknown) : items,
    )
    .find(isObject);
}
