import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../../api/openapi/document.ts';
import { describedOperations } from '../../../api/operations/all.ts';
import type { Operation } from '../../../api/operations/operation.ts';
import { errorBody } from '../../../api/rest/pipeline/envelope.ts';
import { ServiceError } from '../../../services/errors.ts';

interface Described {
  parameters?: Array<{ name: string; in: string; schema: { type: string; minimum?: number; maximum?: number; pattern?: string } }>;
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, { description: string; content: Record<string, object> }>;
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
const operationOf = (id: string): Operation => operations.find(({ operationId }) => operationId === id) ?? assert.fail(id);

/** Whether the description, and whether the service, accepts a body. */
function judgements(operation: Operation, body: unknown): [boolean, boolean] {
  const pointer = `/paths/${operation.path.replaceAll(/:(\w+)/g, '{$1}').replaceAll('/', '~1')}/${operation.method.toLowerCase()}/requestBody/content/application~1json/schema`;
  const validate = ajv.compile({ $ref: `openapi.json#${encodeURI(pointer)}` });
  return [validate(body), operation.body?.schema.safeParse(body).success ?? assert.fail()];
}

describe('the description in OpenAPI', () => {
  for (const operation of operations.filter(({ query }) => query !== undefined)) {
    it(`gives each query parameter the type that it is read as: ${operation.operationId}`, () => {
      const parameters = describedAs(operation).parameters?.filter((parameter) => parameter.in === 'query') ?? [];
      for (const { name, schema } of parameters) {
        const read = (text: string) => {
          const parsed = operation.query?.safeParse({ [name]: text });
          return parsed?.success ? (parsed.data as Record<string, unknown>)[name] : undefined;
        };
        if (typeof read('1') === 'number') assert.equal(schema.type, 'integer', name);
        else if (typeof read('true') === 'boolean') assert.equal(schema.type, 'boolean', name);
        else assert.equal(schema.type, 'string', name);
        for (const bound of [schema.minimum, schema.maximum]) if (bound !== undefined) assert.equal(read(String(bound)), bound, name);
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

  const monitor = { cadence: '1d', search_requests: [{ query: 'a' }] };
  const refused: Array<[string, object]> = [
    ['search', { query: '' }], ['search', { query: ' \n' }], ['search', { query: 'a'.repeat(8_193) }],
    ['search', { query: 'a', scope: 'moon' }], ['search', { query: 'a', tier: 'best' }], ['search', { query: 'a', max_results: 0 }],
    ['search', { query: 'a', include_domains: ['https://example.com'] }], ['search', { query: 'a', from_date: '' }],
    ['answer', { query: '' }], ['answer', { query: 'a', model: 'best' }],
    ['createChatCompletion', { model: 'base', messages: [] }],
    ['fetch', { urls: [] }], ['fetch', { urls: [''] }], ['fetch', { urls: [' https://example.com/'] }], ['fetch', { urls: ['https://a/', 'https://a/'] }], ['fetch', { urls: ['https://a/'], tier: 'base' }],
    ['createAgentRun', { query: 'a', effort: 'huge' }],
    ['createMonitor', { ...monitor, search_requests: [] }], ['createMonitor', { ...monitor, cadence: '1 day' }], ['createMonitor', { ...monitor, name: 'a'.repeat(513) }],
    ['createMonitor', { ...monitor, webhook: { events: ['run.begun'] } }],
    ['updateMonitor', { cadence: 'daily' }], ['updateMonitor', { status: 'disabled' }],
    ['indexDocuments', { documents: [] }], ['deleteDocuments', { urls: [] }],
    ['followSource', { url: 'ftp://example.com/feed' }], ['followSource', { url: 'https://example.com/feed', cadence: 'often' }], ['followSource', { url: 'https://example.com/feed', max_pages: 0 }],
  ];
  for (const [id, body] of refused) {
    it(`refuses what the service refuses: ${id} ${JSON.stringify(body).slice(0, 80)}`, () => {
      assert.deepEqual(judgements(operationOf(id), body), [false, false]);
    });
  }

  const accepted: Array<[string, object]> = [
    ['search', { query: ' a ', scope: ' news ', tier: 'PRO ', max_results: 1_000, include_domains: ['Example.com.', 'bücher.example'], from_date: 'now-7d', to_date: null }],
    ['search', { query: 'é'.repeat(4_096), scope: '', tier: null }],
    ['answer', { query: 'a', model: 'Pro' }],
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

  it('says of every operation that the state of a thing can stand in the way of what the 409 is', () => {
    const said = Object.fromEntries(operations.map((operation) => [operation.operationId, describedAs(operation).responses[409]?.description ?? '']));
    for (const operation of operations) assert.equal(said[operation.operationId] !== '', operation.idempotent === true || operation.conflict !== undefined, operation.operationId);
    for (const id of ['createMonitor', 'updateMonitor']) assert.match(said[id] ?? '', /has that name/);
    assert.match(said.testMonitorWebhook ?? '', /has no webhook/);
    assert.match(said.triggerMonitor ?? '', /not active\. A call with this Idempotency-Key/);
  });

  it('offers events wherever they can be asked for, and resumes those that have ids', () => {
    for (const operation of operations) {
      const { responses, parameters = [] } = describedAs(operation);
      const streams = operation.body?.schema.safeParse({ ...operation.body.example, stream: true }).success === true;
      const isEvents = operation.path.endsWith('/events');
      const types = Object.keys(responses[operation.success.status]?.content ?? {});
      assert.deepEqual(types, [...(isEvents ? [] : ['application/json']), ...(isEvents || streams ? ['text/event-stream'] : [])], operation.operationId);
      assert.equal(parameters.some((parameter) => parameter.name === 'Last-Event-ID' && parameter.in === 'header'), isEvents, operation.operationId);
    }
  });

  it('has a sentence on every tag', () => {
    assert.ok(document.tags.length > 5);
    for (const { name, description } of document.tags) assert.match(description, /^[A-Z](?:\S* ){3,}\S*\.$/, name);
  });

  for (const errorStyle of ['chat', undefined] as const) {
    it(`describes every member of an error of the ${errorStyle ?? 'ordinary'} kind`, () => {
      const strict = new Ajv2020({ strict: false });
      const { Error: schema } = (document as unknown as { components: { schemas: { Error: { properties: { error: object } } } } }).components.schemas;
      const validate = strict.compile({ ...schema, properties: { ...schema.properties, error: { ...schema.properties.error, additionalProperties: false } } });
      for (const param of ['query', undefined]) {
        const body = errorBody(new ServiceError('INVALID_REQUEST', 'query: is blank', param === undefined ? {} : { param }), { requestId: 'req_1', errorStyle } as Parameters<typeof errorBody>[1]);
        assert.ok(validate(JSON.parse(JSON.stringify(body))), JSON.stringify(validate.errors));
      }
    });
  }
});
