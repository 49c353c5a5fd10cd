import { openApiDocument } from '../api/openapi/document.ts';
import { describedOperations } from '../api/operations/all.ts';

/** The keywords of JSON Schema that declare a type. */
interface TypedSchema {
  $ref?: string;
  anyOf?: TypedSchema[];
  oneOf?: TypedSchema[];
  allOf?: TypedSchema[];
  const?: unknown;
  enum?: unknown[];
  type?: string | string[];
  items?: TypedSchema;
  properties?: Record<string, TypedSchema>;
  required?: string[];
  additionalProperties?: boolean | TypedSchema;
  description?: string;
}

/** `console/api/schemas.ts`: the named schemas of the interface as TypeScript, one property of `Schemas` each. */
export function apiTypes(): string {
  const { components } = openApiDocument(describedOperations()) as {
    components: { schemas: Record<string, TypedSchema> };
  };
  const members = Object.entries(components.schemas).map(([name, schema]) => `  ${name}: ${typeOf(schema, '  ')};\n`);
  return `${OPENING}${members.join('')}}\n`;
}

const OPENING = [
  '// Generated from the description of the interface by `npm run generate`.',
  '',
  '/** The schemas of openapi.json by name. */',
  'export interface Schemas {',
  '',
].join('\n');

function typeOf(schema: TypedSchema, indent: string): string {
  if (schema.$ref !== undefined) return `Schemas['${schema.$ref.split('/').at(-1)}']`;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return union(alternatives.map((one) => typeOf(one, indent)));
  if (schema.allOf) return schema.allOf.map((one) => `(${typeOf(one, indent)})`).join(' & ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((one) => JSON.stringify(one)));
  return union([schema.type ?? []].flat().map((type) => plainType(type, schema, indent)));
}

function plainType(type: string, schema: TypedSchema, indent: string): string {
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'array') return `Array<${typeOf(schema.items ?? {}, indent)}>`;
  if (type === 'object') return objectType(schema, indent);
  return type;
}

function objectType({ properties, required = [], additionalProperties }: TypedSchema, indent: string): string {
  if (!properties) {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown';
    return `Record<string, ${values}>`;
  }
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, value]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${typeOf(value, inner)};\n`,
  );
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('')}${indent}}`;
}

const union = (types: string[]) => [...new Set(types)].join(' | ') || 'unknown';
