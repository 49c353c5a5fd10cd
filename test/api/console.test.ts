import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createConsoleFiles } from '../../api/rest/console/files.ts';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';

const MOST_SCRIPT_BYTES = 60_000;

describe('the console over REST', () => {
  let quarry: TestQuarry;
  let page: Awaited<ReturnType<typeof call>>;
  before(async () => {
    quarry = await startQuarry();
    page = await call(quarry.url, 'GET');
  });
  after(() => quarry.stop());

  const assetsOf = (html: string) => [...html.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, path = '']) => path);

  it('is one page without a key, under a policy that lets nothing else run, load or frame it', () => {
    assert.equal(page.status, 200);
    const policy = page.headers.get('content-security-policy') ?? '';
    const rules = [
      `default-src 'none'`,
      `script-src 'self'`,
      `frame-ancestors 'none'`,
      `require-trusted-types-for 'script'`,
    ];
    for (const rule of rules) assert.ok(policy.split('; ').includes(rule), policy);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(page.headers.get('cache-control'), 'no-cache');
    assert.doesNotMatch(page.body, /<script>|style=|onload/);
  });

  it('loads only its own files, which are cached for ever under names made of their content', async () => {
    const assets = assetsOf(page.body).filter((path) => path.startsWith('/console/'));
    assert.equal(assets.length, 2);
    for (const path of assets) {
      const { status, headers } = await call(quarry.url + path, 'GET');
      assert.equal(status, 200);
      assert.match(path, /-[A-Z0-9]{8}\.(?:js|css)$/);
      assert.match(headers.get('cache-control') ?? '', /immutable/);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
    }
  });

  it('is small, and compressed for a client that accepts gzip', async () => {
    const script = assetsOf(page.body).find((path) => path.endsWith('.js')) ?? assert.fail('no script');
    const file = await createConsoleFiles().file(script.split('/').at(-1) ?? '');
    assert.ok(file && file.compressed.length < MOST_SCRIPT_BYTES, `${file?.compressed.length} bytes`);
    assert.deepEqual(gunzipSync(file.compressed), file.content);
    const plain = await call(quarry.url + script, 'GET', undefined, { 'accept-encoding': 'identity' });
    assert.equal(plain.headers.get('content-encoding'), null);
    const compressed = await call(quarry.url + script, 'GET', undefined, { 'accept-encoding': 'gzip' });
    assert.equal(compressed.headers.get('content-encoding'), 'gzip');
    assert.equal(compressed.body, plain.body);
  });

  it('has no file outside its own folder', async () => {
    for (const name of ['nothing.js', '..%2f..%2fpackage.json', 'built-from', 'index.html.gz', '__proto__'])
      assert.equal((await call(`${quarry.url}/console/assets/${name}`, 'GET')).status, 404, name);
  });

  it('has the guide with all its texts', async () => {
    const { body } = await call(`${quarry.url}/docs/guide.json`, 'GET');
    const fetchPage = body.pages.find(({ name }: { name: string }) => name === 'fetch');
    assert.equal(fetchPage.title, 'Fetch');
    assert.match(fetchPage.markdown, /^# Fetch\n/);
  });

  it('has no files until it is built', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quarry-console-'));
    assert.equal(await createConsoleFiles(folder).file('index.html'), undefined);
    assert.equal(await createConsoleFiles(join(folder, 'missing')).file('index.html'), undefined);
    await rm(folder, { recursive: true });
  });
});
