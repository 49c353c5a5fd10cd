import { isObject, LISTS, MAPS, resolveRef, SINGLE, subschemas, type JsonSchema } from './json-schema.ts';

const MAX_BYTES = 64 * 1024;
const MAX_DEPTH = 10;
const MAX_PROPERTIES = 500;
const MAX_ENUM_VALUES = 1_000;

const TYPES = new Set(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string']);
const NUMBERS = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']);
const COUNTS = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']);
const WITHOUT_EFFECT = new Set(['title', 'description', 'default', 'examples', '$schema', '$comment', 'format', 'deprecated', 'readOnly', 'writeOnly']);

/** Why a schema cannot be served, for a person; undefined where it can. @see decisions.md 4 */
export function schemaProblem(root: JsonSchema): string | undefined {
  if (Buffer.byteLength(JSON.stringify(root)) > MAX_BYTES) return `is longer than ${MAX_BYTES} bytes`;
  const counts = { properties: 0, enumValues: 0 };
  // Not by recursion: how deep it is, is what is to be found out.
  const left: Array<{ schema: unknown; depth: number }> = [{ schema: root, depth: 0 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { schema, depth } = next;
    if (typeof schema === 'boolean') continue;
    if (!isObject(schema)) return 'holds a schema that is neither an object nor a boolean';
    if (depth > MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH}`;
    for (const [keyword, value] of Object.entries(schema)) {
      const problem = keywordProblem(keyword, value, root);
      if (problem !== undefined) return problem;
    }
    if (isObject(schema.properties)) counts.properties += Object.keys(schema.properties).length;
    if (Array.isArray(schema.enum)) counts.enumValues += schema.enum.length;
    left.push(...subschemas(schema).map((sub) => ({ schema: sub.schema, depth: depth + 1 })));
  }
  if (counts.properties > MAX_PROPERTIES) return `has more than ${MAX_PROPERTIES} properties`;
  return counts.enumValues > MAX_ENUM_VALUES ? `has more than ${MAX_ENUM_VALUES} enum values` : undefined;
}

function keywordProblem(keyword: string, value: unknown, root: JsonSchema): string | undefined {
  if (WITHOUT_EFFECT.has(keyword) || keyword === 'const' || SINGLE.has(keyword)) return undefined;
  if (!isWellFormed(keyword, value)) return isKnown(keyword) ? `has a malformed ${keyword}` : `uses ${keyword.slice(0, 64)}, which is not supported`;
  if (keyword === '$ref' && resolveRef(root, String(value)) === undefined) return `has a $ref to ${String(value).slice(0, 64)}, which is not within the schema`;
  return undefined;
}

const OTHERS = new Set(['type', 'enum', 'required', '$ref', 'uniqueItems']);

function isKnown(keyword: string): boolean {
  return [NUMBERS, COUNTS, MAPS, LISTS, OTHERS].some((keywords) => keywords.has(keyword));
}

function isWellFormed(keyword: string, value: unknown): boolean {
  if (NUMBERS.has(keyword)) return typeof value === 'number' && (keyword !== 'multipleOf' || value > 0);
  if (COUNTS.has(keyword)) return Number.isSafeInteger(value) && Number(value) >= 0;
  if (MAPS.has(keyword)) return isObject(value);
  if (LISTS.has(keyword)) return Array.isArray(value) && value.length > 0;
  switch (keyword) {
    case 'type':
      return (Array.isArray(value) ? value : [value]).every((type) => typeof type === 'string' && TYPES.has(type));
    case 'enum':
      return Array.isArray(value) && value.length > 0;
    case 'required':
      return Array.isArray(value) && value.every((name) => typeof name === 'string');
    case '$ref':
      return typeof value === 'string';
    case 'uniqueItems':
      return typeof value === 'boolean';
    default:
      return false;
  }
}
