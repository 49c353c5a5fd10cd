import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../services/core/ids.ts';
import { linkOf, signInAs, signInOwner } from '../support/console.ts';
import { call, startQuarry, type Answered, type TestQuarry } from '../support/quarry.ts';

const SECOND_MS = 1_000;

function assertFailure({ status, body }: Answered, expected: [status: number, code: string]): void {
  assert.deepEqual([status, body.error?.code], expected, JSON.stringify(body));
  assert.deepEqual(Object.keys(body), ['error', 'request_id']);
}

describe('signing in to the console', () => {
  let quarry: TestQuarry;
  before(async () => {
    quarry = await startQuarry();
  });
  after(() => quarry.stop());

  const post = (body: unknown, headers?: Record<string, string>) =>
    call(`${quarry.url}/console/session`, 'POST', body, headers);

  it('gives a session for a link, in a cookie that no script reads and no other site sends', async () => {
    const { status, body, headers } = await post({ token: await linkOf(quarry) });
    assert.equal(status, 200);
    assert.match(body.csrf_token, /^[\w-]{43}$/);
    assert.match(body.user.id, /^usr_/);
    assert.deepEqual(
      { ...body, csrf_token: '', user: { ...body.user, id: '' }, organization: { ...body.organization, id: '' } },
      {
        csrf_token: '',
        user: { id: '', name: 'Owner', email: null },
        organization: { id: '', name: 'First organization' },
        role: 'owner',
      },
    );
    assert.match(
      headers.get('set-cookie') ?? '',
      /^quarry_session=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=2592000$/,
    );
    assert.equal(headers.get('cache-control'), 'no-store');
  });

  it('gives a cookie that is sent under TLS only, where the page was loaded under TLS', async () => {
    const { host } = new URL(quarry.url);
    const { headers } = await post({ token: await linkOf(quarry) }, { origin: `https://${host}` });
    assert.match(headers.get('set-cookie') ?? '', /; Secure$/);
  });

  it('refuses a link that was used, as it refuses one that never was', async () => {
    const token = await linkOf(quarry);
    assert.equal((await post({ token })).status, 200);
    const again = await post({ token });
    assertFailure(again, [401, 'UNAUTHENTICATED']);
    assert.equal(again.headers.get('set-cookie'), null);
    const unknown = await post({ token: 'x'.repeat(43) });
    assert.deepEqual(unknown.body.error, again.body.error);
  });

  it('refuses an expired link', async () => {
    const token = await linkOf(quarry);
    await quarry.database.query('update login_links set expires_at = $1 where used_at is null', [new Date()]);
    assertFailure(await post({ token }), [401, 'UNAUTHENTICATED']);
  });

  it('refuses a page of another origin, and the link stays unused', async () => {
    const token = await linkOf(quarry);
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as const)
      assertFailure(await post({ token }, headers), [403, 'PERMISSION_DENIED']);
    assert.equal((await post({ token })).status, 200);
  });

  const malformed: Array<[what: string, body: unknown]> = [
    ['no token', {}],
    ['an empty token', { token: '' }],
    ['a token of another type', { token: 1 }],
    ['an unknown field', { token: 'x', remember: true }],
  ];
  for (const [what, body] of malformed) {
    it(`refuses ${what} with 400`, async () => assertFailure(await post(body), [400, 'INVALID_REQUEST']));
  }

  it('ends with the session, which is refused at once', async () => {
    const owner = await signInOwner(quarry);
    assert.equal((await owner.call('GET', '/console/session')).body.csrf_token, owner.csrfToken);
    const ended = await owner.call('DELETE', '/console/session');
    assert.equal(ended.status, 204);
    assert.match(ended.headers.get('set-cookie') ?? '', /^quarry_session=; .*Max-Age=0$/);
    assertFailure(await owner.call('GET', '/console/session'), [401, 'UNAUTHENTICATED']);
    assertFailure(await owner.call('GET', '/v1/account'), [401, 'UNAUTHENTICATED']);
  });

  it('is bounded: after ten failures an address waits, even with a good link', async () => {
    const fresh = await startQuarry();
    const tryToken = (token: string) => call(`${fresh.url}/console/session`, 'POST', { token });
    const failures = await Promise.all(Array.from({ length: 14 }, () => tryToken('y'.repeat(43))));
    const count = (status: number) => failures.filter((failure) => failure.status === status).length;
    assert.deepEqual([count(401), count(429)], [10, 4]);
    const refused = await tryToken(await linkOf(fresh));
    assertFailure(refused, [429, 'RATE_LIMITED']);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    await fresh.stop();
  });
});

describe('a session instead of an API key', () => {
  let quarry: TestQuarry;
  before(async () => {
    quarry = await startQuarry();
  });
  after(() => quarry.stop());

  it('makes the calls of the interface, for the organization of its user', async () => {
    const owner = await signInOwner(quarry);
    const url = 'https://example.com/console';
    const documents = [{ url, text: 'Granite is an igneous rock.' }];
    assert.equal((await owner.call('POST', '/v1/documents', { documents })).status, 200);
    const found = await owner.call('POST', '/v1/search', { query: 'granite' });
    assert.deepEqual(
      found.body.documents.map((document: { url: string }) => document.url),
      [url],
    );
  });

  it('never finds what belongs to another organization', async () => {
    const { orgId, key } = await quarry.accounts.createOrganization('other', 10);
    const documents = [{ url: 'https://example.com/secret', text: 'Obsidian is a volcanic glass.' }];
    await call(`${quarry.url}/v1/documents`, 'POST', { documents }, { 'x-api-key': key });
    const owner = await signInOwner(quarry);
    const other = await signInOwner(quarry, orgId);
    const count = async (session: typeof owner) =>
      (await session.call('POST', '/v1/search', { query: 'obsidian glass' })).body.documents.length;
    assert.deepEqual([await count(owner), await count(other)], [0, 1]);
  });

  const paths: Array<[method: string, path: string, body?: unknown]> = [
    ['GET', '/v1/account'],
    ['POST', '/v1/search', { query: 'granite' }],
    ['POST', '/v1/chat/completions', { model: 'base', messages: [{ role: 'user', content: 'granite' }] }],
    ['POST', '/v1/monitors', {}],
  ];
  for (const [method, path, body] of paths) {
    it(`is refused without its CSRF token, with a wrong one and with another session's: ${method} ${path}`, async () => {
      const [owner, other] = [await signInOwner(quarry), await signInOwner(quarry)];
      for (const csrf of ['', 'wrong', other.csrfToken]) {
        const refused = await owner.call(method, path, body, { 'x-quarry-csrf': csrf });
        assert.deepEqual([refused.status, refused.body.error?.code], [403, 'PERMISSION_DENIED'], csrf);
        assert.match(refused.body.error.message, /X-Quarry-CSRF/);
      }
    });

    it(`is refused from another origin, even with its CSRF token: ${method} ${path}`, async () => {
      const owner = await signInOwner(quarry);
      const { hostname } = new URL(quarry.url);
      const origins = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        // Another port of this host, to which the browser sends the cookie.
        { origin: `http://${hostname}:1` },
        { 'sec-fetch-site': 'same-site', origin: quarry.url },
        { 'sec-fetch-site': 'cross-site' },
      ];
      for (const headers of origins as Array<Record<string, string>>)
        assert.equal((await owner.call(method, path, body, headers)).status, 403, JSON.stringify(headers));
    });
  }

  it('is accepted from a page of the service itself', async () => {
    const owner = await signInOwner(quarry);
    for (const headers of [{ origin: quarry.url }, { origin: quarry.url, 'sec-fetch-site': 'same-origin' }] as const)
      assert.equal((await owner.call('GET', '/v1/account', undefined, headers)).status, 200);
  });

  it('is not looked at where there is a key, in a header or in the body', async () => {
    const { cookie } = await signInOwner(quarry);
    const cross = { cookie, origin: 'https://evil.example' };
    assert.equal((await quarry.call('GET', '/v1/account', undefined, cross)).status, 200);
    const body = { query: 'granite', api_key: quarry.key };
    assert.equal((await call(`${quarry.url}/v1/search`, 'POST', body, cross)).status, 200);
  });

  it('is refused within a second after it has ended elsewhere', async () => {
    const owner = await signInOwner(quarry);
    assert.equal((await owner.call('GET', '/v1/account')).status, 200);
    await quarry.database.query('delete from sessions');
    await sleep(SECOND_MS);
    assertFailure(await owner.call('GET', '/v1/account'), [401, 'UNAUTHENTICATED']);
  });

  it('ends a running stream of events too', async () => {
    const owner = await signInOwner(quarry);
    const { organization } = (await owner.call('GET', '/console/session')).body;
    const runId = newId('run');
    // No workflow works on it, so the stream has no end of its own.
    await quarry.database.query(
      `insert into agent_runs (id, org_id, status, query, effort, created_at, started_at)
       values ($1, $2, 'running', 'endless', 'low', now(), now())`,
      [runId, organization.id],
    );
    const stream = fetch(`${quarry.url}/v1/agent/runs/${runId}/events`, {
      headers: { cookie: owner.cookie, 'x-quarry-csrf': owner.csrfToken },
    });
    await sleep(SECOND_MS);
    await owner.call('DELETE', '/console/session');
    const text = await (await stream).text();
    assert.match(text, /^data: \{"error":\{"code":"UNAUTHENTICATED"/m);
    assert.doesNotMatch(text, /^event:/m);
  });

  it('reads and searches for a viewer, and changes and starts nothing', async () => {
    const viewer = await signInAs(quarry, 'viewer');
    for (const path of ['/v1/account', '/v1/agent/runs', '/v1/monitors', '/v1/sources', '/v1/models'])
      assert.equal((await viewer.call('GET', path)).status, 200, path);
    assert.equal((await viewer.call('POST', '/v1/search', { query: 'granite' })).status, 200);
    const refused: Array<[string, string, unknown?]> = [
      ['POST', '/v1/answer', { query: 'granite' }],
      ['POST', '/v1/fetch', { urls: ['https://example.com/'] }],
      ['POST', '/v1/agent/runs', { query: 'granite' }],
      ['POST', '/v1/documents', { documents: [{ url: 'https://example.com/', text: 'a' }] }],
      ['DELETE', '/v1/documents', { urls: ['https://example.com/'] }],
      ['POST', '/v1/monitors', { name: 'm' }],
    ];
    for (const [method, path, body] of refused)
      assertFailure(await viewer.call(method, path, body), [403, 'PERMISSION_DENIED']);
  });

  it('shows all organizations and their credits to operators only', async () => {
    const { orgId } = await quarry.accounts.createOrganization('far away', 7);
    const operator = await signInAs(quarry, 'operator');
    const { organizations } = (await operator.call('GET', '/console/organizations')).body;
    const { created_at: createdAt, ...listed } = organizations.find(({ id }: { id: string }) => id === orgId);
    assert.deepEqual(listed, { id: orgId, name: 'far away', balance: 7, held: 0 });
    assert.equal(new Date(createdAt).toISOString(), createdAt);
    for (const other of [await signInOwner(quarry), await signInAs(quarry, 'viewer')])
      assertFailure(await other.call('GET', '/console/organizations'), [403, 'PERMISSION_DENIED']);
  });

  it('shows an operator no contents', async () => {
    const operator = await signInAs(quarry, 'operator');
    assert.equal((await operator.call('GET', '/v1/account')).status, 200);
    for (const path of ['/v1/agent/runs', '/v1/monitors', '/v1/sources'])
      assertFailure(await operator.call('GET', path), [403, 'PERMISSION_DENIED']);
    assertFailure(await operator.call('POST', '/v1/search', { query: 'granite' }), [403, 'PERMISSION_DENIED']);
  });

  it('loses its organization with its user', async () => {
    const member = await signInAs(quarry, 'member');
    await quarry.database.query(`update users set removed_at = now() where role = 'member'`);
    await sleep(SECOND_MS);
    assertFailure(await member.call('GET', '/v1/account'), [401, 'UNAUTHENTICATED']);
  });
});
