import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';

const run = promisify(execFile);
const linksOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link);
const guidePaths = async () =>
  (await readdir('docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `/docs/guide/${file.slice(0, -3)}`)
    .toSorted();

describe('routes without a key', () => {
  let quarry: TestQuarry;
  before(async () => {
    quarry = await startQuarry();
  });
  after(() => quarry.stop());

  const get = (path: string) => call(quarry.url + path, 'GET');

  it('report that the process is alive', async () => {
    assert.deepEqual((await get('/healthz')).body, { status: 'ok' });
  });

  it('report which dependencies are ready', async () => {
    const { status, body } = await get('/readyz');
    assert.equal(status, 200);
    const ready = { state: 'ready' };
    assert.deepEqual(body.parts, { postgresql: ready, temporal: ready, index: ready, disk: ready });
  });

  it('describe the interface as OpenAPI 3.1.0, version 1.8.0', async () => {
    const { body } = await get('/v1/openapi.json');
    assert.equal(body.openapi, '3.1.0');
    assert.equal(body.info.version, '1.8.0');
    assert.ok(body.paths['/v1/agent/runs/{id}/cancel'].post);
  });

  it('show a reference page that loads nothing from elsewhere', async () => {
    const { body, headers } = await get('/docs');
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    assert.deepEqual(body.match(/(?:src|href)="(?!\/docs\/)[^"]*"/g), null);
    const bundle = await get('/docs/assets/swagger-ui-bundle.js');
    assert.equal(bundle.status, 200);
    assert.ok(bundle.body.length > 100_000);
  });

  it('show each page of the guide as HTML, with a navigation that marks it', async () => {
    const { body, status, headers } = await get('/docs/guide/fetch');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    assert.match(body, /<h1 id="fetch">Fetch<\/h1>/);
    assert.match(body, /<td><code>timeout_ms<\/code><\/td>/);
    const [navigation = ''] = /<nav[^]*<\/nav>/.exec(body) ?? [];
    assert.deepEqual(
      linksOf(navigation)
        .filter((path) => path.startsWith('/docs/guide/'))
        .toSorted(),
      await guidePaths(),
    );
    assert.deepEqual(navigation.match(/<a [^>]*aria-current="page">[^<]*/g), [
      '<a href="/docs/guide/fetch" aria-current="page">Fetch',
    ]);
  });

  it('list all pages of the guide', async () => {
    for (const path of ['/docs/guide', '/docs/guide/']) {
      const { body } = await get(path);
      assert.deepEqual(
        linksOf(body)
          .filter((link) => link.startsWith('/docs/guide/'))
          .toSorted(),
        await guidePaths(),
        path,
      );
    }
  });

  it('link every page of the guide to existing pages and headings', async () => {
    const served = new Map(
      await Promise.all((await guidePaths()).map(async (path) => [path, (await get(path)).body] as const)),
    );
    for (const [path, body] of served) {
      for (const link of linksOf(body).filter(
        (target) => target.startsWith('/docs/guide/') || target.startsWith('#'),
      )) {
        const [page = '', anchor] = link.split('#');
        const target = served.get(page || path);
        assert.ok(target, `${path}: ${link}`);
        if (anchor) assert.ok(target.includes(` id="${anchor}"`), `${path}: ${link}`);
      }
      assert.doesNotMatch(body, /<script|<img|href="(?!\/docs|https?:|#)/, path);
    }
  });

  it('keep the Markdown of the guide at its old address', async () => {
    const { body, headers } = await get('/docs/guide/fetch.md');
    assert.match(headers.get('content-type') ?? '', /^text\/markdown/);
    assert.equal(body, await readFile('docs/fetch.md', 'utf8'));
  });

  for (const path of [
    '/docs/assets/package.json',
    '/docs/assets/..%2f..%2fpackage.json',
    '/docs/guide/..%2fREADME.md',
    '/docs/guide/nothing.md',
    '/docs/guide/nothing',
  ]) {
    it(`serve no other file: ${path}`, async () => {
      assert.equal((await get(path)).status, 404);
    });
  }

  it('have a description without a fault from Redocly or Spectral', async () => {
    await run('node_modules/.bin/redocly', ['lint', 'openapi.json'], {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
    });
    await run('node_modules/.bin/spectral', ['lint', '--fail-severity=warn', 'openapi.json']);
  }).timeout(60_000);
});
