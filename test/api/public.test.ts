import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';

const run = promisify(execFile);

describe('what anybody may read', () => {
  let quarry: TestQuarry;
  before(async () => {
    quarry = await startQuarry();
  });
  after(() => quarry.stop());

  const get = (path: string) => call(quarry.url + path, 'GET');

  it('tells that the process lives', async () => {
    assert.deepEqual((await get('/healthz')).body, { status: 'ok' });
  });

  it('tells which parts are ready', async () => {
    const { status, body } = await get('/readyz');
    assert.equal(status, 200);
    const ready = { state: 'ready' };
    assert.deepEqual(body.parts, { postgresql: ready, temporal: ready, index: ready, disk: ready });
  });

  it('describes the interface as OpenAPI 3.1.0, version 1.8.0', async () => {
    const { body } = await get('/v1/openapi.json');
    assert.equal(body.openapi, '3.1.0');
    assert.equal(body.info.version, '1.8.0');
    assert.ok(body.paths['/v1/agent/runs/{id}/cancel'].post);
  });

  it('shows a reference page that loads nothing from elsewhere', async () => {
    const { body, headers } = await get('/docs');
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    assert.deepEqual(body.match(/(?:src|href)="(?!\/docs\/)[^"]*"/g), null);
    const bundle = await get('/docs/assets/swagger-ui-bundle.js');
    assert.equal(bundle.status, 200);
    assert.ok(bundle.body.length > 100_000);
  });

  for (const path of ['/docs/assets/package.json', '/docs/assets/..%2f..%2fpackage.json', '/docs/guide/..%2fREADME.md', '/docs/guide/nothing.md']) {
    it(`gives away no other file: ${path}`, async () => {
      assert.equal((await get(path)).status, 404);
    });
  }

  it('is described without a fault that Redocly or Spectral find', async () => {
    await run('node_modules/.bin/redocly', ['lint', 'openapi.json'], { env: { ...process.env, REDOCLY_TELEMETRY: 'off' } });
    await run('node_modules/.bin/spectral', ['lint', '--fail-severity=warn', 'openapi.json']);
  }).timeout(60_000);
});
