import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../../../api/openapi/document.ts';
import { describedOperations } from '../../../../api/operations/all.ts';
import type { Operation } from '../../../../api/operations/calls/operation.ts';
import { DocumentBody } from '../../../../api/operations/requests/documents.ts';
import { errorBody } from '../../../../api/rest/pipeline/failure.ts';
import { httpStatus } from '../../../../api/rest/pipeline/failure.ts';
import { checkDocument } from '../../../../services/documents/check-document.ts';
import { ERROR_CODES, ServiceError, type ServiceErrorCode, type Refusal } from '../../../../services/core/errors.ts';

interface Described {
  parameters?: Array<{
    name: string;
    description?: string;
    in: string;
    required: boolean;
    example?: string | number | boolean;
    schema: { type: string; minimum?: number; maximum?: number; pattern?: string };
  }>;
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, { description: string; content: Record<string, { schema: object; example?: unknown }> }>;
}
interface Document {
  tags: Array<{ name: string; description: string }>;
  paths: Record<string, Record<string, Described>>;
}

const operations = describedOperations();
const document = openApiDocument(operations) as unknown as Document;
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'openapi.json');

const describedAs = (operation: Operation): Described => {
  const described = document.paths[operation.path.replaceAll(/:(\w+)/g, '{$1}')]?.[operation.method.toLowerCase()];
  assert.ok(described, operation.operationId);
  return described;
};
const operationOf = (id: string): Operation =>
  operations.find(({ operationId }) => operationId === id) ?? assert.fail(id);

function validatorOf(operation: Operation, part: string): ReturnType<typeof ajv.compile> {
  const pointer = `/paths/${operation.path.replaceAll(/:(\w+)/g, '{$1}').replaceAll('/', '~1')}/${operation.method.toLowerCase()}/${part}/schema`;
  return ajv.getSchema(`openapi.json#${encodeURI(pointer)}`) ?? assert.fail(pointer);
}

/** Whether the description, and whether the service, accepts a body. */
function judgements(operation: Operation, body: unknown): [boolean, boolean] {
  return [
    validatorOf(operation, 'requestBody/content/application~1json')(body) === true,
    operation.body?.schema.safeParse(body).success ?? assert.fail(),
  ];
}

const dates = {
  refused: [
    '',
    'yesterday',
    '2026',
    '2026-3-1',
    '2026-13-01',
    '2026-00-10',
    '2026-01-32',
    '0000-01-01',
    '2026-03-01T',
    '2026-03-01T24:00',
    '2026-03-01T12',
    '2026-03-01T12:60',
    '2026-03-01T12:00:60',
    '2026-03-01 12:00',
    '2026-03-01T12:00+24',
    '01.03.2026',
    'now+1d',
    'now-1',
    'now-1q',
    'now/d',
    'Now',
    ' 2026-03-01',
    '2026-03-01Z',
  ],
  fixed: [
    '2026-03-01',
    '0001-01-01',
    '2026-03-01T12:00',
    '2026-03-01t23:59:59.123456789z',
    '2026-03-01T12:00:00,5',
    '2026-03-01T12:00+02',
    '2026-03-01T12:00:00-0530',
    '2026-03-01T00:00:00.000+23:59',
  ],
  relative: ['now', 'now-7d', 'now-1M', 'now-10y', 'now-90m', 'now-30s', 'now-2w', 'now-5h'],
};

describe('the OpenAPI description', () => {
  it('names the contact of the operator, or none', () => {
    const contactOf = (contact?: string) =>
      (openApiDocument(operations, contact)['info'] as { contact?: object }).contact;
    assert.equal(contactOf(), undefined);
    assert.deepEqual(contactOf('ops@example.com'), {
      name: 'The operator of this installation',
      email: 'ops@example.com',
    });
    assert.deepEqual(contactOf('https://example.com/ops'), {
      name: 'The operator of this installation',
      url: 'https://example.com/ops',
    });
  });

  for (const operation of operations.filter(({ query }) => query !== undefined)) {
    it(`gives each query parameter the type that its value is read as: ${operation.operationId}`, () => {
      const parameters = describedAs(operation).parameters?.filter((parameter) => parameter.in === 'query') ?? [];
      for (const { name, schema } of parameters) {
        const read = (text: string) => {
          const parsed = operation.query?.safeParse({ [name]: text });
          return parsed?.success ? (parsed.data as Record<string, unknown>)[name] : undefined;
        };
        if (typeof read('1') === 'number') assert.equal(schema.type, 'integer', name);
        else if (typeof read('true') === 'boolean') assert.equal(schema.type, 'boolean', name);
        else assert.equal(schema.type, 'string', name);
        for (const bound of [schema.minimum, schema.maximum])
          if (bound !== undefined) assert.equal(read(String(bound)), bound, name);
        if (schema.minimum !== undefined) assert.equal(read(String(schema.minimum - 1)), undefined, name);
        if (schema.maximum !== undefined) assert.equal(read(String(schema.maximum + 1)), undefined, name);
        if (schema.pattern !== undefined) assert.equal(read('no such id'), undefined, name);
        // A limit has a least value, whatever list it is of.
        if (['limit', 'wait'].includes(name)) assert.equal(schema.minimum, 1, name);
      }
    });
  }

  for (const operation of operations.filter(({ body }) => body !== undefined)) {
    it(`has an example that the operation accepts: ${operation.operationId}`, () => {
      const example = describedAs(operation).requestBody?.content['application/json']?.example;
      assert.ok(example);
      assert.deepEqual(judgements(operation, example), [true, true]);
    });
  }

  for (const operation of operations) {
    const { status, contentType = 'application/json' } = operation.success;
    it(`has an example of the response: ${operation.operationId}`, () => {
      for (const [type, { example }] of Object.entries(describedAs(operation).responses[status]?.content ?? {})) {
        assert.ok(example, type);
        const validate = validatorOf(operation, `responses/${status}/content/${type.replace('/', '~1')}`);
        assert.ok(validate(example), JSON.stringify(validate.errors));
      }
      assert.ok(
        operation.success.schema.safeParse(describedAs(operation).responses[status]?.content[contentType]?.example)
          .success,
      );
    });
  }

  for (const operation of operations.filter(({ body }) => body === undefined)) {
    it(`has examples of parameters that the operation accepts: ${operation.operationId}`, () => {
      const parameters = describedAs(operation).parameters ?? [];
      for (const { name, required, example } of parameters)
        assert.ok(!required || (typeof example === 'string' && example !== ''), name);
      const query = parameters.filter((parameter) => parameter.in === 'query');
      const given = query.flatMap(({ name, example }) => (example === undefined ? [] : [[name, String(example)]]));
      assert.equal(given.length > 0, query.length > 0);
      assert.ok(operation.query === undefined || operation.query.safeParse(Object.fromEntries(given)).success);
    });
  }

  it('names every error code, with its status', () => {
    const { code } = (
      document as unknown as {
        components: {
          schemas: { Error: { properties: { error: { properties: { code: { enum: ServiceErrorCode[] } } } } } };
        };
      }
    ).components.schemas.Error.properties.error.properties;
    assert.deepEqual(code.enum, [...ERROR_CODES]);
    const refusals: Readonly<Record<string, Refusal>> = {
      413: 'too_large',
      415: 'unsupported_media_type',
      422: 'idempotency_key_reused',
    };
    for (const operation of operations) {
      for (const [status, { content }] of Object.entries(describedAs(operation).responses).filter(
        ([answered]) => Number(answered) >= 400,
      )) {
        const { error } = (content['application/json'] ?? assert.fail()).example as {
          error: { code: ServiceErrorCode; message: string };
        };
        const refusal = refusals[status];
        assert.equal(
          httpStatus(new ServiceError(error.code, error.message, refusal && { refusal })),
          Number(status),
          operation.operationId,
        );
      }
    }
  });

  for (const member of ['from_date', 'to_date']) {
    it(`describes dates as strictly as the service reads them: ${member}`, () => {
      for (const date of dates.refused)
        assert.deepEqual(judgements(operationOf('search'), { query: 'a', [member]: date }), [false, false], date);
      for (const date of [...dates.fixed, ...dates.relative])
        assert.deepEqual(judgements(operationOf('search'), { query: 'a', [member]: date }), [true, true], date);
    });
  }

  const plainDocument = { url: 'https://example.com/', text: 'Text.' };
  const documents: Array<[boolean, object]> = [
    ...[...dates.refused, ...dates.relative].map((date): [boolean, object] => [false, { published_date: date }]),
    ...dates.fixed.map((date): [boolean, object] => [true, { published_date: date }]),
    [false, { url: 'example.com' }],
    [false, { url: `https://example.com/${'a'.repeat(2_048)}` }],
    [true, { url: 'HTTP://example.com/a' }],
    [false, { text: ' \n' }],
    [false, { text: 'a'.repeat(1_048_577) }],
    [true, { text: 'a'.repeat(1_048_576) }],
    [false, { title: 'a'.repeat(2_049) }],
    [true, { title: '' }],
    [false, { source: 'a'.repeat(513) }],
    [true, { source: null }],
    [false, { scope: 'moon' }],
    [true, { scope: ' news ' }],
    [true, { scope: '' }],
  ];
  it('describes a document as strictly as it is validated', () => {
    const validate = validatorOf(operationOf('indexDocuments'), 'requestBody/content/application~1json');
    for (const [isAccepted, members] of documents) {
      const given = { ...plainDocument, ...members };
      assert.deepEqual(
        [validate({ documents: [given] }) === true, checkDocument(DocumentBody.parse(given)).status === 'ok'],
        [isAccepted, isAccepted],
        JSON.stringify(members).slice(0, 80),
      );
    }
  });

  const monitor = { cadence: '1d', search_requests: [{ query: 'a' }] };
  const refused: Array<[string, object]> = [
    ['search', { query: '' }],
    ['search', { query: ' \n' }],
    ['search', { query: 'a'.repeat(8_193) }],
    ['search', { query: 'a', scope: 'moon' }],
    ['search', { query: 'a', tier: 'best' }],
    ['search', { query: 'a', max_results: 0 }],
    ['search', { query: 'a', include_domains: ['https://example.com'] }],
    ['search', { query: 'a', from_date: '' }],
    ['answer', { query: 'a', system_prompt: 'a'.repeat(8_193) }],
    ['createAgentRun', { query: 'a'.repeat(32_769) }],
    ['followSource', { url: `https://example.com/${'a'.repeat(2_048)}` }],
    ['answer', { query: '' }],
    ['answer', { query: 'a', model: 'best' }],
    ['createChatCompletion', { model: 'base', messages: [] }],
    ['fetch', { urls: [] }],
    ['fetch', { urls: [''] }],
    ['fetch', { urls: [' https://example.com/'] }],
    ['fetch', { urls: ['https://a/', 'https://a/'] }],
    ['fetch', { urls: ['https://a/'], tier: 'base' }],
    ['createAgentRun', { query: 'a', effort: 'huge' }],
    ['createMonitor', { ...monitor, search_requests: [] }],
    ['createMonitor', { ...monitor, cadence: '1 day' }],
    ['createMonitor', { ...monitor, name: 'a'.repeat(513) }],
    ['createMonitor', { ...monitor, webhook: { events: ['run.begun'] } }],
    ['updateMonitor', { cadence: 'daily' }],
    ['updateMonitor', { status: 'disabled' }],
    ['indexDocuments', { documents: [] }],
    ['deleteDocuments', { urls: [] }],
    ['followSource', { url: 'ftp://example.com/feed' }],
    ['followSource', { url: 'https://example.com/feed', cadence: 'often' }],
    ['followSource', { url: 'https://example.com/feed', max_pages: 0 }],
  ];
  for (const [id, body] of refused) {
    it(`rejects what the service rejects: ${id} ${JSON.stringify(body).slice(0, 80)}`, () => {
      assert.deepEqual(judgements(operationOf(id), body), [false, false]);
    });
  }

  const accepted: Array<[string, object]> = [
    [
      'search',
      {
        query: ' a ',
        scope: ' news ',
        tier: 'PRO ',
        max_results: 1_000,
        include_domains: ['Example.com.', 'bücher.example'],
        from_date: 'now-7d',
        to_date: null,
      },
    ],
    ['search', { query: 'é'.repeat(4_096), scope: '', tier: null }],
    ['answer', { query: 'a', model: 'Pro' }],
    ['answer', { query: 'a', system_prompt: 'a'.repeat(8_192) }],
    ['createAgentRun', { query: 'a'.repeat(32_768) }],
    ['createAgentRun', { query: '' }],
    ['fetch', { urls: ['https://a/b c'], formats: [], tier: null, timeout_ms: 0 }],
    ['createMonitor', { ...monitor, cadence: '3600', name: 'a'.repeat(512) }],
    ['updateMonitor', { cadence: '', search_requests: [], webhook: null }],
    ['followSource', { url: 'HTTPS://example.com/feed', cadence: '90m' }],
  ];
  for (const [id, body] of accepted) {
    it(`accepts what the service accepts: ${id} ${JSON.stringify(body).slice(0, 80)}`, () => {
      assert.deepEqual(judgements(operationOf(id), body), [true, true]);
    });
  }

  it("explains the 409 of every operation that a resource's state can block", () => {
    const said = Object.fromEntries(
      operations.map((operation) => [operation.operationId, describedAs(operation).responses[409]?.description ?? '']),
    );
    for (const operation of operations)
      assert.equal(
        said[operation.operationId] !== '',
        operation.idempotent === true || operation.conflict !== undefined,
        operation.operationId,
      );
    for (const id of ['createMonitor', 'updateMonitor']) assert.match(said[id] ?? '', /has that name/);
    assert.match(said.testMonitorWebhook ?? '', /has no webhook/);
    assert.match(said.triggerMonitor ?? '', /not active\..*Idempotency-Key/);
  });

  it('offers events for all operations that support them, and resumption for those with ids', () => {
    for (const operation of operations) {
      const { responses, parameters = [] } = describedAs(operation);
      const streams = operation.body?.schema.safeParse({ ...operation.body.example, stream: true }).success === true;
      const isEvents = operation.path.endsWith('/events');
      const types = Object.keys(responses[operation.success.status]?.content ?? {});
      assert.deepEqual(
        types,
        [
          ...(isEvents ? [] : ['application/json']),
          ...(operation.success.text ? [operation.success.text.contentType] : []),
          ...(isEvents || streams ? ['text/event-stream'] : []),
        ],
        operation.operationId,
      );
      assert.equal(
        parameters.some((parameter) => parameter.name === 'Last-Event-ID' && parameter.in === 'header'),
        isEvents,
        operation.operationId,
      );
    }
  });

  interface Schema {
    description?: string;
    $ref?: string;
    properties?: Record<string, Schema>;
    items?: Schema;
    anyOf?: Schema[];
  }

  /** Paths of the fields, at any depth, that have no description. */
  function undescribed({ properties = {}, items, anyOf = [] }: Schema, path: string): string[] {
    const fields = Object.entries(properties).flatMap(([name, field]) => [
      ...(field.description === undefined && field.$ref === undefined ? [`${path}.${name}`] : []),
      ...undescribed(field, `${path}.${name}`),
    ]);
    return [...fields, ...[...(items ? [items] : []), ...anyOf].flatMap((part) => undescribed(part, path))];
  }

  it('describes every field and every parameter of a request', () => {
    const { schemas } = (document as unknown as { components: { schemas: Record<string, Schema> } }).components;
    const requests = Object.entries(schemas).filter(([name]) => name.endsWith('Request'));
    assert.ok(requests.length >= 8);
    assert.deepEqual(
      requests.flatMap(([name, schema]) => undescribed(schema, name)),
      [],
    );
    for (const operation of operations)
      for (const { name, description } of describedAs(operation).parameters ?? [])
        assert.ok(description, `${operation.operationId}: ${name}`);
  });

  it('has a sentence on every tag', () => {
    assert.ok(document.tags.length > 5);
    for (const { name, description } of document.tags) assert.match(description, /^[A-Z](?:\S* ){3,}\S*\.$/, name);
  });

  for (const errorStyle of ['chat', undefined] as const) {
    it(`describes every field of an error of the ${errorStyle ?? 'ordinary'} kind`, () => {
      const strict = new Ajv2020({ strict: false });
      const { Error: schema } = (
        document as unknown as { components: { schemas: { Error: { properties: { error: object } } } } }
      ).components.schemas;
      const validate = strict.compile({
        ...schema,
        properties: { ...schema.properties, error: { ...schema.properties.error, additionalProperties: false } },
      });
      for (const param of ['query', undefined]) {
        const body = errorBody(
          new ServiceError('INVALID_REQUEST', 'query: is blank', param === undefined ? {} : { param }),
          { requestId: 'req_1', errorStyle } as Parameters<typeof errorBody>[1],
        );
        assert.ok(validate(JSON.parse(JSON.stringify(body))), JSON.stringify(validate.errors));
      }
    });
  }
});
