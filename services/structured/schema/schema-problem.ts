import {
  isObject,
  NOT_EVALUATED,
  ROOT_KEYWORDS,
  resolveRef,
  subschemas,
  type JsonObject,
  type JsonSchema,
} from './json-schema.ts';

const MAX_BYTES = 64 * 1024;
const MAX_DEPTH = 10;
const MAX_PROPERTIES = 500;
const MAX_ENUM_VALUES = 1_000;
// Each reference is resolved by a walk through the schema.
const MAX_REFS = 500;

/**
 * Why a schema exceeds our limits, as a message for its author; undefined if it does not. Its validity is checked when
 * it is compiled: see `SchemaValidator`.
 *
 * @see docs/rules.md#answers
 */
export function schemaProblem(root: JsonSchema): string | undefined {
  if (Buffer.byteLength(JSON.stringify(root)) > MAX_BYTES) return `is longer than ${MAX_BYTES} bytes`;
  const seen = new Set<unknown>();
  const counts = { properties: 0, enumValues: 0 };
  const refs: string[] = [];
  // The walk is iterative, because the depth is not limited yet.
  const left: Array<{ schema: unknown; depth: number }> = [{ schema: root, depth: 0 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { schema, depth } = next;
    if (typeof schema === 'boolean') continue;
    if (!isObject(schema)) return 'holds a schema that is neither an object nor a boolean';
    if (depth > MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH}`;
    const unserved = Object.keys(schema).find((keyword) => isUnserved(keyword, schema === root));
    if (unserved !== undefined) return keywordProblem(unserved);
    seen.add(schema);
    count(schema, counts);
    if (typeof schema.$ref === 'string') refs.push(schema.$ref);
    left.push(...subschemas(schema).map((sub) => ({ schema: sub.schema, depth: depth + 1 })));
  }
  if (counts.properties > MAX_PROPERTIES) return `has more than ${MAX_PROPERTIES} properties`;
  if (counts.enumValues > MAX_ENUM_VALUES) return `has more than ${MAX_ENUM_VALUES} enum values`;
  return refsProblem(root, refs, seen);
}

function isUnserved(keyword: string, isRoot: boolean): boolean {
  return NOT_EVALUATED.has(keyword) || (!isRoot && ROOT_KEYWORDS.has(keyword));
}

function keywordProblem(keyword: string): string {
  if (ROOT_KEYWORDS.has(keyword))
    return `has a ${keyword} below its root; one schema is served, without others within it`;
  return `uses ${keyword}, which is not served; use ${NOT_EVALUATED.get(keyword) ?? 'another keyword'}`;
}

function count(schema: JsonObject, counts: { properties: number; enumValues: number }): void {
  if (isObject(schema.properties)) counts.properties += Object.keys(schema.properties).length;
  if (isObject(schema.patternProperties)) counts.properties += Object.keys(schema.patternProperties).length;
  if (Array.isArray(schema.enum)) counts.enumValues += schema.enum.length;
}

/** The target of a `$ref` must be one of the counted schemas. */
function refsProblem(root: JsonSchema, refs: readonly string[], seen: ReadonlySet<unknown>): string | undefined {
  if (refs.length > MAX_REFS) return `has more than ${MAX_REFS} $refs`;
  const lost = refs.find((ref) => {
    const found = resolveRef(root, ref);
    return typeof found !== 'boolean' && !seen.has(found);
  });
  if (lost === undefined) return undefined;
  return lost.startsWith('#')
    ? `has a $ref to ${lost.slice(0, 64)}, which is no schema within it`
    : `has a $ref to ${lost.slice(0, 64)}, which is not within the schema; only places in it are served, such as #/$defs/name`;
}
