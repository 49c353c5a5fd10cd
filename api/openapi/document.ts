import { z } from 'zod';
import type { RateClass } from '../../services/accounts/rate-limits.ts';
import { ERROR_CODES, type ServiceErrorCode } from '../../services/core/errors.ts';
import type { Operation } from '../operations/calls/operation.ts';
import { RequestId } from '../operations/responses/request-id.ts';
import { EXAMPLE_IDS } from './examples/ids.ts';
import { STREAM_EXAMPLES } from './examples/answers.ts';
import { RESPONSE_EXAMPLES } from './examples/responses.ts';
import { parametersOf } from './parameters.ts';
import { tagsOf } from './tags.ts';

const VERSION = '1.8.0';

type Json = Record<string, unknown>;

const chatMembers = {
  type: z
    .string()
    .optional()
    .describe('Error type that chat SDKs read. Only in responses of chat completions and models.'),
  param: z
    .string()
    .nullable()
    .optional()
    .describe('Field that caused the error, or null. Only in responses of chat completions and models.'),
};

const ErrorEnvelope = z
  .object({
    error: z.object({
      code: z.enum(ERROR_CODES),
      message: z.string().describe('Explanation for a person.'),
      ...chatMembers,
    }),
    request_id: RequestId,
  })
  .meta({
    id: 'Error',
    description: 'Body of every error response. Handle errors by `code`: the text of `message` may change.',
  });

const FAILURES: Record<number, readonly [code: ServiceErrorCode, description: string]> = {
  400: ['INVALID_REQUEST', 'The request is not valid.'],
  401: ['UNAUTHENTICATED', 'The API key is missing or not valid.'],
  402: ['INSUFFICIENT_CREDITS', 'The balance does not cover the cost of the call.'],
  403: ['PERMISSION_DENIED', "The API key does not have the endpoint's scope, or the organization is suspended."],
  404: ['NOT_FOUND', 'The resource does not exist or belongs to another organization.'],
  409: ['CONFLICT', 'A call with the same Idempotency-Key is in progress. Retry with the same key.'],
  413: ['INVALID_REQUEST', 'The body is too large.'],
  415: ['INVALID_REQUEST', 'The content type of the body is not application/json.'],
  422: ['INVALID_REQUEST', 'The Idempotency-Key was used with a different request. Use a new key.'],
  429: ['RATE_LIMITED', 'Rate limit exceeded. The header `retry-after` contains the seconds to wait.'],
  500: ['INTERNAL', 'An internal error occurred.'],
  503: ['UNAVAILABLE', 'A component that the call needs is not available. Retry later.'],
};

/**
 * The OpenAPI document, built from the same schemas that validate the requests.
 *
 * @see docs/rules.md#description
 * @param contact a URL or an e-mail address of the operator
 */
export function openApiDocument(operations: readonly Operation[], contact?: string): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation, schemas) };
  }
  reference(ErrorEnvelope, 'output', schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quarry',
      version: VERSION,
      summary: 'Research, retrieval and monitoring for the web, self-hosted.',
      description: 'Search, fetch, cited answers and durable research runs behind one API.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      ...(contact !== undefined && { contact: contactOf(contact) }),
    },
    servers: [{ url: '/', description: 'This installation.' }],
    tags: tagsOf(operations),
    security: [{ apiKey: [] }, { bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The same API key as a bearer token, as chat SDKs send it.',
        },
      },
      schemas,
    },
  };
}

function contactOf(contact: string): Json {
  return {
    name: 'The operator of this installation',
    ...(URL.canParse(contact) ? { url: contact } : { email: contact }),
  };
}

function describe(operation: Operation, schemas: Json): Json {
  const { success } = operation;
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description ?? `${operation.summary}.`,
    ...withMembers('parameters', parametersOf(operation)),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: reference(operation.body.schema, 'input', schemas),
            example: operation.body.example,
          },
          ...(operation.body.form && {
            'multipart/form-data': { schema: reference(operation.body.schema, 'input', schemas) },
          }),
        },
      },
    }),
    responses: {
      [success.status]: {
        description: success.description,
        content: successContent(operation, reference(success.schema, 'output', schemas)),
      },
      ...Object.fromEntries(failuresOf(operation).map((status) => [status, failure(status, operation)])),
    },
  };
}

// Such a call is free, or the work that it starts is billed.
const UNBILLED: ReadonlySet<RateClass> = new Set(['documents', 'monitors']);

function failuresOf(operation: Operation): number[] {
  return [
    400,
    401,
    ...(operation.rateClass && !UNBILLED.has(operation.rateClass) ? [402] : []),
    403,
    ...(operation.path.includes(':') ? [404] : []),
    ...(operation.idempotent || operation.conflict !== undefined ? [409] : []),
    ...(operation.idempotent ? [422] : []),
    ...(operation.body ? [413, 415] : []),
    ...(operation.rateClass ? [429] : []),
    500,
    503,
  ].sort((one, other) => one - other);
}

function failure(status: number, operation: Operation): Json {
  const [code, message] = FAILURES[status] ?? ['INTERNAL', ''];
  const example = { error: { code, message }, request_id: EXAMPLE_IDS.request_id };
  return {
    description: status === 409 ? conflictOf(operation) : message,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } },
  };
}

const KEY_IN_USE = FAILURES[409]?.[1];

function conflictOf({ conflict, idempotent }: Operation): string {
  return [conflict, idempotent && KEY_IN_USE].filter(Boolean).join(' ');
}

const EVENTS = { type: 'string', description: 'Stream of server-sent events.' };

function successContent({ operationId, success, streams }: Operation, schema: Json): Json {
  const example = RESPONSE_EXAMPLES[operationId];
  if (example === undefined) throw new Error(`The response of ${operationId} has no example.`);
  return {
    [success.contentType ?? 'application/json']: { schema, example },
    ...(success.text && {
      [success.text.contentType]: {
        schema: { type: 'string', description: success.text.description },
        example: success.text.example,
      },
    }),
    ...(streams && { 'text/event-stream': { schema: EVENTS, example: STREAM_EXAMPLES[operationId] } }),
  };
}

/** Moves schemas with an id to the components and references them. */
function reference(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const { $schema: _dialect, $defs = {}, ...own } = z.toJSONSchema(schema, { io }) as Json;
  for (const [name, definition] of Object.entries($defs as Json)) schemas[name] ??= pointing(definition as Json);
  if (typeof own.id !== 'string') return pointing(own);
  schemas[own.id] ??= pointing(own);
  return { $ref: `#/components/schemas/${own.id}` };
}

/** Removes the schema's own id, and points its references to OpenAPI's components. */
function pointing({ id: _id, ...schema }: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}

function withMembers(name: string, members: Json[]): Json {
  return members.length > 0 ? { [name]: members } : {};
}
