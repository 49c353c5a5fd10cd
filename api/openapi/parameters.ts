import { z } from 'zod';
import type { Operation } from '../operations/calls/operation.ts';
import { WHOLE_NUMBER } from '../operations/requests/text-values.ts';
import { EXAMPLE_IDS } from './examples/ids.ts';

type Json = Record<string, unknown>;

/** Path, query and header parameters in OpenAPI's form. */
export function parametersOf(operation: Operation): Json[] {
  return [...pathParameters(operation), ...queryParameters(operation), ...headerParameters(operation)];
}

function pathParameters({ path }: Operation): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: `Id of the ${resourceOf(path, name)}.`,
    schema: { type: 'string', minLength: 1 },
    example: idExample(path, name),
  }));
}

function queryParameters({ query }: Operation): Json[] {
  if (!query) return [];
  const { properties = {} } = z.toJSONSchema(query, { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = schema as Json;
    return {
      name,
      in: 'query',
      required: false,
      ...(description !== undefined && { description }),
      schema: typed(rest, query instanceof z.ZodObject ? query.shape[name] : undefined),
      ...exampleOf(QUERY_EXAMPLES[name]),
    };
  });
}

/** Examples that every installation accepts. Cursors have none: another installation's cursors are invalid. */
const QUERY_EXAMPLES: Readonly<Record<string, unknown>> = {
  limit: 20,
  wait: 10,
  sort: 'asc',
  include_content: false,
  from: 'now-7d',
  to: 'now',
  group_by: 'operation',
  keep_documents: true,
};

const exampleOf = (example: unknown) => (example === undefined ? {} : { example });

/** What a path parameter identifies: `/v1/sources/:id` is a source, `:run_id` a run. */
function resourceOf(path: string, name: string): string {
  if (name !== 'id') return name.replace(/_id$/, '');
  if (path.startsWith('/v1/crawls/')) return 'crawl';
  return path.startsWith('/v1/sources/') ? 'source' : 'run';
}

/** The id of a resource in the example responses. @throws Error for a resource without one */
function idExample(path: string, name: string): string {
  const ids: Readonly<Record<string, string>> = EXAMPLE_IDS;
  const example = ids[name === 'id' ? path.slice('/v1/'.length, path.indexOf('/:')) : name];
  if (example === undefined) throw new Error(`The parameter ${name} of ${path} has no example.`);
  return example;
}

/** A query parameter is text. Numbers and flags are described as such, for generated clients and the reference page. */
function typed({ type, pattern, enum: values, ...rest }: Json, schema: unknown): Json {
  if (pattern === WHOLE_NUMBER.source) return { ...rest, type: 'integer', ...boundsOf(schema) };
  if (Array.isArray(values) && values.join() === 'true,false')
    return { type: 'boolean', ...rest, default: rest.default === 'true' };
  return { type, ...(pattern !== undefined && { pattern }), ...(values !== undefined && { enum: values }), ...rest };
}

/** Bounds of the number that the text represents. */
function boundsOf(schema: unknown): Json {
  const { minValue, maxValue } = numberIn(schema) ?? {};
  const isBound = (value: number | null | undefined) =>
    typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return { ...(isBound(minValue) && { minimum: minValue }), ...(isBound(maxValue) && { maximum: maxValue }) };
}

function numberIn(schema: unknown): z.ZodNumber | undefined {
  if (schema instanceof z.ZodNumber) return schema;
  if (schema instanceof z.ZodOptional) return numberIn(schema.unwrap());
  return schema instanceof z.ZodPipe ? (numberIn(schema.in) ?? numberIn(schema.out)) : undefined;
}

function headerParameters({ idempotent, success }: Operation): Json[] {
  return [
    ...(idempotent ? [IDEMPOTENCY_KEY] : []),
    ...(success.contentType === 'text/event-stream' ? [LAST_EVENT_ID] : []),
  ];
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Key for safe retries. For 24 hours, a repeated call with the same key returns the first result and costs nothing.',
  schema: { type: 'string', maxLength: 255 },
};

const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'Id of the last received event. The stream continues after it.',
  schema: { type: 'string' },
};
