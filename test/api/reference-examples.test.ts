import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../api/openapi/document.ts';
import { describedOperations } from '../../api/operations/all.ts';
import type { Operation } from '../../api/operations/calls/operation.ts';
import { eventually } from '../support/eventually.ts';
import { startQuarry, type Answered, type TestQuarry } from '../support/quarry.ts';

interface Described {
  parameters?: Array<{ name: string; in: string; example?: string | number | boolean }>;
}

const WITHIN_MS = 20_000;
const operations = describedOperations();
const document = openApiDocument(operations) as { paths: Record<string, Record<string, Described>> };
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'openapi.json');
const pathOf = ({ path }: Operation) => path.replaceAll(/:(\w+)/g, '{$1}');

describe('an example of the reference', () => {
  let quarry: TestQuarry;
  // The things of this installation that the ids of the examples stand for.
  let ids: Record<string, string>;

  before(async () => {
    quarry = await startQuarry();
    const webhook = { url: 'https://hooks.example.com/quarry', status: 'disabled' };
    const { body: created } = await quarry.call('POST', '/v1/monitors', {
      cadence: '1d',
      search_requests: [{ query: 'a' }],
      webhook,
    });
    const { body: run } = await quarry.call('POST', '/v1/agent/runs', { query: '' });
    const { body: followed } = await quarry.call('POST', '/v1/sources', { url: 'https://example.com/first.xml' });
    const { body: begun } = await quarry.call('POST', '/v1/crawls', { urls: ['https://example.com/'] });
    // Its events end with it.
    await quarry.call('POST', `/v1/crawls/${begun.crawl.id}/cancel`);
    const path = `/v1/monitors/${created.monitor.monitor_id}`;
    const { body: listed } = await eventually(
      WITHIN_MS,
      () => quarry.call('GET', `${path}/runs`),
      ({ body }) => body.runs.length > 0,
    );
    await eventually(
      WITHIN_MS,
      () => quarry.call('GET', path),
      ({ body }) => body.run_state === 'idle',
    );
    ids = {
      monitor_id: created.monitor.monitor_id,
      run_id: listed.runs[0].run_id,
      agent: run.id,
      sources: followed.source.id,
      crawls: begun.crawl.id,
    };
  });
  after(() => quarry.stop());

  /** As the reference page sends it, with ids of this installation. */
  function send(operation: Operation): Promise<Answered> {
    const { parameters = [] } = document.paths[pathOf(operation)]?.[operation.method.toLowerCase()] ?? {};
    const path = operation.path
      .replace(':id', ids[operation.path.split('/')[2] ?? ''] ?? '')
      .replaceAll(/:(\w+)/g, (_parameter, name: string) => ids[name] ?? '');
    const query = new URLSearchParams(
      parameters
        .filter((one) => one.in === 'query' && one.example !== undefined)
        .map(({ name, example }): [string, string] => [name, String(example)]),
    );
    return quarry.call(
      operation.method,
      query.size > 0 ? `${path}?${query.toString()}` : path,
      operation.body?.example,
    );
  }

  // What is deleted is needed by the others.
  for (const operation of operations.toSorted(
    (one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'),
  )) {
    it(`works as a request, with the described response: ${operation.operationId}`, async () => {
      const { status, body } = await send(operation);
      assert.equal(status, operation.success.status, JSON.stringify(body));
      const type = operation.success.contentType ?? 'application/json';
      const pointer = `/paths/${pathOf(operation).replaceAll('/', '~1')}/${operation.method.toLowerCase()}/responses/${status}/content/${type.replace('/', '~1')}/schema`;
      const validate = ajv.compile({ $ref: `openapi.json#${encodeURI(pointer)}` });
      assert.ok(validate(body), JSON.stringify(validate.errors));
    });
  }
});
