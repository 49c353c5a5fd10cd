import assert from 'node:assert/strict';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';

const APP = 'https://app.example.com';
const ASK = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,content-type' };

describe('a page of another origin', () => {
  let quarry: TestQuarry;
  afterEach(() => quarry.stop());
  const start = async (origins: string) => void (quarry = await startQuarry({ QUARRY_ALLOWED_ORIGINS: origins }));

  const asked = (origin: string, path = '/v1/search') =>
    call(quarry.url + path, 'OPTIONS', undefined, { ...ASK, origin });
  const search = (origin: string, headers: Record<string, string> = {}) =>
    quarry.call('POST', '/v1/search', { query: 'a', max_results: 0 }, { origin, ...headers });
  const allowedIn = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin');

  it('is allowed nothing unless the operator names it', async () => {
    await start('');
    const { status, headers } = await asked(APP);
    assert.deepEqual([status, allowedIn({ headers }), headers.get('vary')], [405, null, null]);
    assert.equal(allowedIn(await search(APP)), null);
  });

  it('may send its key and read failures, if it is named', async () => {
    await start(`https://other.example.com, ${APP}`);
    const { status, headers, body } = await asked(APP);
    assert.deepEqual([status, body], [204, '']);
    assert.equal(allowedIn({ headers }), APP);
    assert.match(headers.get('access-control-allow-methods') ?? '', /DELETE/);
    for (const name of ['authorization', 'content-type', 'idempotency-key'])
      assert.ok(headers.get('access-control-allow-headers')?.split(', ').includes(name), name);
    assert.equal(headers.get('vary'), 'origin');

    const failed = await search(APP);
    assert.deepEqual([failed.status, allowedIn(failed)], [400, APP]);
    for (const name of ['x-request-id', 'x-error-param', 'retry-after'])
      assert.ok(failed.headers.get('access-control-expose-headers')?.split(', ').includes(name), name);
    assert.equal((await search(APP, { 'x-api-key': '' })).status, 401);

    for (const origin of ['https://app.example.com.evil.example', 'http://app.example.com', 'null']) {
      assert.equal(allowedIn(await asked(origin)), null, origin);
      assert.equal(allowedIn(await search(origin)), null, origin);
    }
  });

  it('is allowed calls alone: no cookie, and no page of the console', async () => {
    await start('*');
    const { headers } = await asked('https://any.example');
    assert.equal(allowedIn({ headers }), 'https://any.example');
    assert.equal(headers.get('access-control-allow-credentials'), null);
    for (const path of ['/', '/console/session', '/mcp', '/healthz'])
      assert.equal(allowedIn(await asked('https://any.example', path)), null, path);
    const events = await call(
      `${quarry.url}/v1/answer`,
      'POST',
      { query: 'a', stream: true },
      {
        origin: 'https://any.example',
        'x-api-key': quarry.key,
      },
    );
    assert.equal(allowedIn(events), 'https://any.example');
  });
});
