import { openApiDocument } from '../../api/openapi/document.ts';
import { describedOperations } from '../../api/operations/all.ts';
import { pythonClass, type ClassForm, type PythonField } from './python-class.ts';

/** The keywords of JSON Schema that declare a type. */
interface TypedSchema {
  $ref?: string;
  anyOf?: TypedSchema[];
  const?: unknown;
  enum?: unknown[];
  type?: string | string[];
  format?: string;
  contentEncoding?: string;
  items?: TypedSchema;
  properties?: Record<string, TypedSchema>;
  required?: string[];
  additionalProperties?: boolean | TypedSchema;
  description?: string;
}

interface Described {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, TypedSchema> };
}

interface DescribedOperation {
  operationId: string;
  parameters?: Array<{ name: string; in: string; required?: boolean; schema: TypedSchema; description?: string }>;
}

/** Names of objects that several schemas contain, by the path at which they come first. */
const SHARED_NAMES: Record<string, string> = {
  SearchRequestMetadata: 'MetadataRange',
  AnswerRequestResponseFormat: 'ResponseFormat',
  SearchResponseDocument: 'Document',
  SearchResponseDocumentSnippet: 'Snippet',
  AnswerResponseCitation: 'Citation',
  AgentRunSource: 'RunSource',
  AnswerRequestResponseFormatJsonSchema: 'NamedJsonSchema',
};
// Members of a request that the client sets itself.
const OWN_MEMBERS = new Set(['api_key', 'stream', 'monitor_id']);

/** `sdk/python/quarry_sdk/models.py`: what the service answers. */
export function pythonModels(): string {
  return file('model', (writer, { components }) => {
    for (const [name, schema] of Object.entries(components.schemas))
      if (!name.endsWith('Request')) writer.named(name, schema);
  });
}

/** `sdk/python/quarry_sdk/params.py`: what the methods take. */
export function pythonParams(): string {
  return file('params', (writer, { components, paths }) => {
    for (const [name, { properties = {}, ...schema }] of Object.entries(components.schemas)) {
      const own = Object.fromEntries(Object.entries(properties).filter(([member]) => !OWN_MEMBERS.has(member)));
      if (name.endsWith('Request')) writer.named(name, { ...schema, properties: own });
    }
    for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
      const query = queryOf(operation);
      if (query) writer.named(`${operation.operationId.replace(/^./, (first) => first.toUpperCase())}Query`, query);
    }
  });
}

function queryOf({ parameters = [] }: DescribedOperation): TypedSchema | undefined {
  const inQuery = parameters.filter((one) => one.in === 'query');
  if (inQuery.length === 0) return undefined;
  const properties = inQuery.map(({ name, schema, description }) => [
    name,
    { ...schema, ...(description && { description }) },
  ]);
  return {
    properties: Object.fromEntries(properties),
    required: inQuery.flatMap((one) => (one.required ? one.name : [])),
  };
}

function file(form: ClassForm, write: (writer: ReturnType<typeof createWriter>, document: Described) => void): string {
  const writer = createWriter(form);
  write(writer, openApiDocument(describedOperations()) as unknown as Described);
  return `${OPENINGS[form]}${writer.classes.join('')}`;
}

const GENERATED = '# Generated from the description of the interface by `npm run generate`.\n';
const OPENINGS: Record<ClassForm, string> = {
  model: `"""What the service answers."""\n\n${GENERATED}from __future__ import annotations\n\nfrom datetime import datetime\nfrom typing import Any, Literal\n\nfrom pydantic import Field\n\nfrom ._model import Model\n`,
  params: `"""What the methods take, as keyword parameters."""\n\n${GENERATED}from __future__ import annotations\n\nfrom typing import Any, Literal\n\nfrom typing_extensions import NotRequired, TypedDict\n`,
};

/** Classes in the order of their use: what a class contains comes before it. */
function createWriter(form: ClassForm) {
  const classes: string[] = [];
  const names = new Map<string, string>();
  const taken = new Set<string>();

  /** Objects with the same members are one class. */
  function object(wanted: string, schema: TypedSchema): string {
    const shape = JSON.stringify(schema, (key, value: unknown) => (key === 'description' ? undefined : value));
    const known = names.get(shape);
    if (known !== undefined) return known;
    const name = freeName(SHARED_NAMES[wanted] ?? wanted);
    names.set(shape, name);
    write(name, wanted, schema);
    return name;
  }

  function write(name: string, path: string, schema: TypedSchema): void {
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties ?? {}).map(([field, value]): PythonField => ({
      name: field,
      type: typeOf(value, `${path}${pascal(field)}`),
      isRequired: required.has(field),
      description: value.description,
    }));
    classes.push(pythonClass(form, { name, description: schema.description, fields }));
  }

  function freeName(wanted: string): string {
    const name = taken.has(wanted)
      ? freeName(`${wanted.replace(/\d+$/, '')}${Number(/\d+$/.exec(wanted)?.[0] ?? 1) + 1}`)
      : wanted;
    taken.add(name);
    return name;
  }

  function typeOf(schema: TypedSchema, path: string): string {
    if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? '';
    if (schema.anyOf) return union(schema.anyOf.map((one) => typeOf(one, path)));
    if ('const' in schema) return schema.type === 'number' ? 'Literal[1]' : `Literal[${JSON.stringify(schema.const)}]`;
    if (schema.enum) return literals(schema.enum);
    return union([schema.type ?? []].flat().map((type) => plainType(type, schema, path)));
  }

  // A later version of the service may answer with a value that this client does not know.
  const literals = (values: unknown[]) =>
    `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]${form === 'model' ? ' | str' : ''}`;

  function plainType(type: string, schema: TypedSchema, path: string): string {
    if (type === 'array') return `list[${typeOf(schema.items ?? {}, path.replace(/s$/, ''))}]`;
    if (type === 'string' && schema.format === 'date-time') return 'datetime';
    if (type === 'string' && schema.contentEncoding === 'base64') return 'bytes';
    if (type !== 'object') return PLAIN[type] ?? 'Any';
    if (schema.properties) return object(path, schema);
    const { additionalProperties: values } = schema;
    return `dict[str, ${typeof values === 'object' ? typeOf(values, path) : 'Any'}]`;
  }

  return {
    classes,
    /** A schema with a name of its own, also where another one has the same members. */
    named(name: string, schema: TypedSchema): void {
      taken.add(name);
      write(name, name, schema);
    },
  };
}

const PLAIN: Record<string, string> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' };

const union = (types: string[]) =>
  [...new Set(types.flatMap((type) => type.split(/ \| (?![^[]*\])/)))].join(' | ') || 'Any';

const pascal = (name: string) => name.replaceAll(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase());
