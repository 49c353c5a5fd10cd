import type { ShownCall } from '../text/examples.ts';

/** The parts of `openapi.json` that the reference shows. */
export interface ApiDescription {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, DescribedSchema> };
}

export interface DescribedParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: DescribedSchema;
  example?: string | number | boolean;
}

interface DescribedOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: DescribedParameter[];
  requestBody?: { content: Record<string, { schema: DescribedSchema; example?: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: unknown; example?: unknown }> }>;
}

interface DescribedSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  required?: string[];
  properties?: Record<string, DescribedSchema>;
  items?: DescribedSchema;
  anyOf?: DescribedSchema[];
}

/** An operation with its method and path. */
export interface ReferenceEntry extends DescribedOperation {
  method: ShownCall['method'];
  path: string;
}

/** All operations, in the order of the description. */
export function operationsOf({ paths }: ApiDescription): ReferenceEntry[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase() as ShownCall['method'],
    })),
  );
}

/** A field of a request or a response, by its dotted path. */
export interface DescribedField {
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
}

const DEEPEST = 3;

/** The fields of a schema, those within objects and lists below them. */
export function fieldsOf(api: ApiDescription, schema: DescribedSchema | undefined, depth = 0): DescribedField[] {
  const { properties = {}, required = [] } = resolved(api, schema);
  return Object.entries(properties).flatMap(([name, property]) => {
    const own = resolved(api, property);
    const { type, inner, mark } = shapeOf(api, own);
    const description = own.description ?? property.description ?? '';
    const field = {
      name,
      type,
      isRequired: required.includes(name),
      description: withDefault(description, own.default),
    };
    const below = depth + 1 < DEEPEST ? fieldsOf(api, inner, depth + 1) : [];
    return [field, ...below.map((one) => ({ ...one, name: `${name}${mark}.${one.name}` }))];
  });
}

function resolved({ components }: ApiDescription, schema: DescribedSchema = {}): DescribedSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : { ...components.schemas[name], ...withoutRef(schema) };
}

const withoutRef = ({ $ref: _ref, ...schema }: DescribedSchema) => schema;

/** What a value is, in a word, and the schema of what is in it. */
function shapeOf(
  api: ApiDescription,
  schema: DescribedSchema,
): { type: string; inner?: DescribedSchema; mark: string } {
  const options = schema.anyOf?.map((one) => resolved(api, one)).filter(({ type }) => type !== 'null');
  if (options && options.length > 0) {
    const types = options.map((one) => shapeOf(api, one).type);
    const inner = options.find(({ properties }) => properties);
    return { type: [...new Set(types)].join(' or '), ...(inner && { inner }), mark: '' };
  }
  if (schema.enum) return { type: schema.enum.map(String).join(', '), mark: '' };
  if (schema.const !== undefined) return { type: JSON.stringify(schema.const), mark: '' };
  if (schema.items) {
    const of = resolved(api, schema.items);
    return { type: `list of ${shapeOf(api, of).type}`, inner: of, mark: '[]' };
  }
  const types = [schema.type ?? 'value'].flat().filter((one) => one !== 'null');
  return { type: types.join(' or '), ...(schema.properties && { inner: schema }), mark: '' };
}

const withDefault = (description: string, value: unknown) =>
  value === undefined || /default/i.test(description)
    ? description
    : `${description} Default ${JSON.stringify(value)}.`.trim();

/** The call that a reader has filled in. Undefined where a part of the path is missing or the body is no JSON. */
export function filledCall(
  { method, path, parameters = [], requestBody }: ReferenceEntry,
  values: Readonly<Record<string, string>>,
  bodyText: string,
): ShownCall | undefined {
  let filled = path;
  for (const { name } of parameters.filter((one) => one.in === 'path')) {
    if (!values[name]) return undefined;
    filled = filled.replace(`{${name}}`, encodeURIComponent(values[name]));
  }
  const query = new URLSearchParams(
    parameters.filter((one) => one.in === 'query').flatMap(({ name }) => (values[name] ? [[name, values[name]]] : [])),
  );
  const target = query.size > 0 ? `${filled}?${query.toString()}` : filled;
  if (!requestBody) return { method, path: target };
  try {
    return { method, path: target, body: JSON.parse(bodyText) as unknown };
  } catch {
    return undefined;
  }
}
