import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { once } from 'node:events';
import { newApiKey } from '../../services/accounts/api-key-format.ts';
import { call, startQuarry, type Answered, type TestQuarry } from '../support/quarry.ts';

const SEARCH = { query: 'granite' };
const REQUEST_ID = /^req_[0-9a-f-]{36}$/;

describe('every REST call', () => {
  let quarry: TestQuarry;
  before(async () => {
    quarry = await startQuarry();
  });
  after(() => quarry.stop());

  function assertFailure(answered: Answered, status: number, code: string): void {
    assert.equal(answered.status, status, JSON.stringify(answered.body));
    assert.deepEqual(Object.keys(answered.body), ['error', 'request_id']);
    assert.deepEqual(Object.keys(answered.body.error), ['code', 'message']);
    assert.equal(answered.body.error.code, code);
    assert.match(answered.body.request_id, REQUEST_ID);
    assert.equal(answered.headers.get('x-request-id'), answered.body.request_id);
    assert.match(answered.headers.get('content-type') ?? '', /^application\/json/);
  }

  const postings = async () => (await quarry.database.query('select id from postings')).length;

  describe('authenticates', () => {
    it('with x-api-key, white space around it trimmed', async () => {
      assert.equal(
        (await quarry.call('GET', '/v1/account', undefined, { 'x-api-key': `  ${quarry.key}  ` })).status,
        200,
      );
    });

    it('with a bearer token on every endpoint', async () => {
      assert.equal(
        (await call(`${quarry.url}/v1/account`, 'GET', undefined, { authorization: `Bearer ${quarry.key}` })).status,
        200,
      );
    });

    it('with api_key in the body of a search', async () => {
      assert.equal((await call(`${quarry.url}/v1/search`, 'POST', { ...SEARCH, api_key: quarry.key })).status, 200);
    });

    it('with the header before the bearer token before the body', async () => {
      const wrong = newApiKey();
      const headers = { 'x-api-key': quarry.key, authorization: `Bearer ${wrong}` };
      assert.equal((await call(`${quarry.url}/v1/search`, 'POST', { ...SEARCH, api_key: wrong }, headers)).status, 200);
      const body = { ...SEARCH, api_key: quarry.key };
      assertFailure(
        await call(`${quarry.url}/v1/search`, 'POST', body, { authorization: `Bearer ${wrong}` }),
        401,
        'UNAUTHENTICATED',
      );
    });

    const refused: Array<[string, string]> = [
      ['no key', ''],
      ['a key that is none', 'abc'],
      ['a well-formed key that nobody has', newApiKey()],
    ];
    for (const [what, key] of refused) {
      it(`refusing ${what}`, async () => {
        assertFailure(
          await call(`${quarry.url}/v1/account`, 'GET', undefined, { 'x-api-key': key }),
          401,
          'UNAUTHENTICATED',
        );
      });
    }

    it('refusing a key with a wrong checksum without asking the database', async () => {
      const last = quarry.key.at(-1) === '0' ? '1' : '0';
      assertFailure(
        await quarry.call('GET', '/v1/account', undefined, { 'x-api-key': quarry.key.slice(0, -1) + last }),
        401,
        'UNAUTHENTICATED',
      );
    });

    it('refusing two x-api-key headers', async () => {
      const answer = await raw(
        quarry.url,
        `GET /v1/account HTTP/1.1\r\nhost: x\r\nx-api-key: ${quarry.key}\r\nx-api-key: ${quarry.key}\r\nconnection: close\r\n\r\n`,
      );
      assert.match(answer, /^HTTP\/1.1 400 /);
    });

    it('refusing a revoked key within a second', async () => {
      const { orgId } = await quarry.accounts.createOrganization('revoked', 5);
      const { key, keyId } = await quarry.accounts.createKey(orgId);
      const account = () => call(`${quarry.url}/v1/account`, 'GET', undefined, { 'x-api-key': key });
      assert.equal((await account()).status, 200);
      await quarry.accounts.revokeKey(keyId);
      const deadline = Date.now() + 1_000;
      while ((await account()).status === 200 && Date.now() < deadline);
      assertFailure(await account(), 401, 'UNAUTHENTICATED');
    });

    it('refusing an expired key', async () => {
      const { orgId } = await quarry.accounts.createOrganization('expired', 5);
      const { key } = await quarry.accounts.createKey(orgId, { expiresAt: new Date(Date.now() - 1) });
      assertFailure(
        await call(`${quarry.url}/v1/account`, 'GET', undefined, { 'x-api-key': key }),
        401,
        'UNAUTHENTICATED',
      );
    });

    it('refusing a key without the scope', async () => {
      const { orgId } = await quarry.accounts.createOrganization('scoped', 5);
      const { key } = await quarry.accounts.createKey(orgId, { scopes: ['fetch'] });
      assertFailure(
        await call(`${quarry.url}/v1/search`, 'POST', SEARCH, { 'x-api-key': key }),
        403,
        'PERMISSION_DENIED',
      );
    });

    it('refusing a suspended organization', async () => {
      const { orgId, key } = await quarry.accounts.createOrganization('suspended', 5);
      await quarry.database.query('update organizations set suspended_at = now() where id = $1', [orgId]);
      assertFailure(
        await call(`${quarry.url}/v1/account`, 'GET', undefined, { 'x-api-key': key }),
        403,
        'PERMISSION_DENIED',
      );
    });
  });

  describe('is refused with the envelope', () => {
    const deep = (levels: number) => `{"query":"a","fields":${'{"a":'.repeat(levels - 1)}1${'}'.repeat(levels - 1)}}`;
    const refused: Array<[string, number, string, () => Promise<Answered>]> = [
      ['an unknown route', 404, 'NOT_FOUND', () => quarry.call('GET', '/v1/nothing')],
      ['an unknown route without a key', 404, 'NOT_FOUND', () => call(`${quarry.url}/v2`, 'GET')],
      ['a path that is no valid encoding', 404, 'NOT_FOUND', () => quarry.call('GET', '/v1/agent/runs/%E0%A4%A')],
      ['a wrong method', 405, 'UNIMPLEMENTED', () => quarry.call('PUT', '/v1/search', SEARCH)],
      [
        'a missing content type',
        415,
        'INVALID_REQUEST',
        () => quarry.call('POST', '/v1/search', SEARCH, { 'content-type': '' }),
      ],
      [
        'another character set',
        415,
        'INVALID_REQUEST',
        () => quarry.call('POST', '/v1/search', SEARCH, { 'content-type': 'application/json; charset=latin1' }),
      ],
      [
        'another content type',
        415,
        'INVALID_REQUEST',
        () => quarry.call('POST', '/v1/search', SEARCH, { 'content-type': 'text/plain' }),
      ],
      ['malformed JSON', 400, 'INVALID_REQUEST', () => quarry.call('POST', '/v1/search', '{"query":')],
      ['an empty body', 400, 'INVALID_REQUEST', () => quarry.call('POST', '/v1/search', '')],
      ['a body that is no object', 400, 'INVALID_REQUEST', () => quarry.call('POST', '/v1/search', '["a"]')],
      [
        'invalid UTF-8',
        400,
        'INVALID_REQUEST',
        () => quarry.call('POST', '/v1/search', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
      ],
      ['65 levels', 400, 'INVALID_REQUEST', () => quarry.call('POST', '/v1/search', deep(65))],
      ['200,000 levels', 400, 'INVALID_REQUEST', () => quarry.call('POST', '/v1/search', '['.repeat(200_000))],
      [
        'an unknown member',
        400,
        'INVALID_REQUEST',
        () => quarry.call('POST', '/v1/search', { ...SEARCH, colour: 'red' }),
      ],
      ['an unknown query parameter', 400, 'INVALID_REQUEST', () => quarry.call('GET', '/v1/agent/runs?colour=red')],
      [
        'a repeated query parameter',
        400,
        'INVALID_REQUEST',
        () => quarry.call('GET', '/v1/agent/runs?limit=2&limit=2'),
      ],
      [
        'more than 1 MiB',
        413,
        'INVALID_REQUEST',
        () => quarry.call('POST', '/v1/search', JSON.stringify({ query: 'a'.repeat(1_048_576) })),
      ],
    ];
    for (const [what, status, code, make] of refused) {
      it(what, async () => {
        const before = await postings();
        assertFailure(await make(), status, code);
        assert.equal(await postings(), before);
      });
    }

    it('naming the field at fault in a header, whatever its characters', async () => {
      const paramOf = async (body: object) =>
        (await quarry.call('POST', '/v1/search', body)).headers.get('x-error-param');
      assert.equal(await paramOf({ ...SEARCH, max_results: 0 }), 'max_results');
      assert.equal(await paramOf({ ...SEARCH, 'é\r\n': 1 }), '%C3%A9%0D%0A');
      assert.equal(await paramOf(SEARCH), null);
    });

    it('naming the allowed methods', async () => {
      assert.equal((await quarry.call('DELETE', '/v1/agent/runs')).headers.get('allow'), 'GET, HEAD, POST');
    });

    it('if more than 1 MiB arrives without a declared length', async () => {
      const chunk = `${(65_536).toString(16)}\r\n${'a'.repeat(65_536)}\r\n`;
      const head = `POST /v1/search HTTP/1.1\r\nhost: x\r\nx-api-key: ${quarry.key}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
      assert.match(await raw(quarry.url, head + chunk.repeat(17)), /^HTTP\/1.1 413 /);
    });
  });

  for (const contentType of [
    'application/json\t; charset="UTF-8"',
    'Application/JSON;charset=utf-8',
    'application/json; profile=x',
  ]) {
    it(`accepts JSON however its type is written: ${JSON.stringify(contentType)}`, async () => {
      assert.equal((await quarry.call('POST', '/v1/search', SEARCH, { 'content-type': contentType })).status, 200);
    });
  }

  it('accepts 64 levels, and rejects only their content', async () => {
    const nested = `{"query":"a","x":${'['.repeat(63)}${']'.repeat(63)}}`;
    const answered = await quarry.call('POST', '/v1/search', nested);
    assertFailure(answered, 400, 'INVALID_REQUEST');
    assert.match(answered.body.error.message, /x/);
  });

  it('checks in the documented order: route, header key, type, JSON, body key, scope, fields', async () => {
    const { orgId } = await quarry.accounts.createOrganization('order', 0);
    const scoped = (await quarry.accounts.createKey(orgId, { scopes: ['fetch'] })).key;
    const attempt = async (path: string, key: string, type: string, body: string) =>
      (await call(quarry.url + path, 'POST', body, { 'x-api-key': key, 'content-type': type })).status;
    assert.equal(await attempt('/v1/none', 'bad', 'text/plain', '{'), 404);
    assert.equal(await attempt('/v1/search', 'bad', 'text/plain', '{'), 401);
    assert.equal(await attempt('/v1/search', '', 'text/plain', '{'), 415);
    assert.equal(await attempt('/v1/search', '', 'application/json', '{'), 400);
    assert.equal(await attempt('/v1/search', '', 'application/json', '{}'), 401);
    assert.equal(await attempt('/v1/search', scoped, 'application/json', '{}'), 403);
    assert.equal(await attempt('/v1/fetch', scoped, 'application/json', '{}'), 400);
    assert.equal(await attempt('/v1/fetch', scoped, 'application/json', '{"urls":["http://a.example/"]}'), 402);
  });

  it('rejects the call before any work if the credits do not cover it', async () => {
    const { key } = await quarry.accounts.createOrganization('poor', 0);
    assertFailure(
      await call(`${quarry.url}/v1/search`, 'POST', SEARCH, { 'x-api-key': key }),
      402,
      'INSUFFICIENT_CREDITS',
    );
  });

  it('never reuses the request id of a caller', async () => {
    const answered = await quarry.call('POST', '/v1/search', SEARCH, { 'x-request-id': 'mine' });
    assert.match(answered.body.request_id, REQUEST_ID);
    assert.equal(answered.headers.get('x-request-id'), answered.body.request_id);
  });

  it('reports the rate limit, and rejects calls above it', async () => {
    const { orgId } = await quarry.accounts.createOrganization('eager', 1_000);
    const { key } = await quarry.accounts.createKey(orgId);
    const body = { query: '' };
    let answered = await call(`${quarry.url}/v1/agent/runs`, 'POST', { effort: 'none' }, { 'x-api-key': key });
    assert.equal(answered.headers.get('ratelimit-policy'), '"agent";q=60;w=60');
    assert.match(answered.headers.get('ratelimit') ?? '', /^"agent";r=59;t=(?:60|5\d)$/);
    for (let calls = 0; calls < 70 && answered.status !== 429; calls += 1) {
      answered = await call(`${quarry.url}/v1/agent/runs`, 'POST', { ...body, effort: 'none' }, { 'x-api-key': key });
    }
    assertFailure(answered, 429, 'RATE_LIMITED');
    const retryAfter = answered.headers.get('retry-after') ?? '';
    assert.match(retryAfter, /^\d+$/);
    assert.equal(answered.headers.get('ratelimit'), `"agent";r=0;t=${retryAfter}`);
    assert.equal(answered.headers.get('ratelimit-policy'), '"agent";q=60;w=60');
  });
});

/** Sends bytes as they are and gives everything that comes back. */
async function raw(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  socket.on('error', () => {});
  socket.write(request);
  await once(socket, 'close');
  return answer;
}
