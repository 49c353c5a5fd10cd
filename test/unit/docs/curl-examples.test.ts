import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describedOperations } from '../../../api/operations/all.ts';
import { curlExamples, type CurlExample } from './curl-examples.ts';

// What needs no key is not in the description, and MCP describes itself.
const UNDESCRIBED_PATHS = new Set(['/healthz', '/readyz', '/v1/openapi.json', '/mcp', '/compat/jina/https://example.com/']);

interface OpenApi {
  paths: Record<string, Record<string, unknown>>;
}

describe('a curl example of the documentation', () => {
  const examples = curlExamples();
  const shown = ({ page, method, path }: CurlExample) => `${page}: ${method} ${path}`;

  it('exists with and without a body', () => {
    assert.ok(examples.filter(({ body }) => body !== undefined).length > 8, `${examples.length} examples`);
    assert.ok(examples.some(({ body }) => body === undefined));
  });

  it('calls an operation of openapi.json', () => {
    const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenApi;
    const isDescribed = ({ method, path }: CurlExample) =>
      Object.entries(paths).some(([template, operations]) => matches(template.replaceAll(/\{\w+\}/g, '[^/]+'), path) && method.toLowerCase() in operations);
    assert.deepEqual(examples.filter((example) => !UNDESCRIBED_PATHS.has(example.path) && !isDescribed(example)).map(shown), []);
  });

  for (const example of examples.filter(({ body, path }) => body !== undefined && !UNDESCRIBED_PATHS.has(path))) {
    it(`sends a body that its operation accepts (${shown(example)})`, () => {
      const schema = operationOf(example)?.body?.schema;
      assert.ok(schema, 'the operation takes no body');
      schema.parse(JSON.parse(example.body ?? ''));
    });
  }

  for (const example of examples.filter(({ query }) => query !== '')) {
    it(`sends a query that its operation accepts (${shown(example)})`, () => {
      const schema = operationOf(example)?.query;
      assert.ok(schema, 'the operation takes no query');
      schema.parse(Object.fromEntries(new URLSearchParams(example.query)));
    });
  }
});

function operationOf({ method, path }: CurlExample) {
  return describedOperations().find((operation) => operation.method === method && matches(operation.path.replaceAll(/:\w+/g, '[^/]+'), path));
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template}$`).test(path);
}
