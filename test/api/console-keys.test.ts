import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { signInAs, signInOwner, type SignedIn } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';

const SECOND_MS = 1_000;

describe('the keys of an organization in the console', () => {
  let quarry: TestQuarry;
  let owner: SignedIn;
  before(async () => {
    quarry = await startQuarry();
    owner = await signInOwner(quarry);
  });
  after(() => quarry.stop());

  const withKey = (key: string, path = '/v1/account') =>
    call(quarry.url + path, 'GET', undefined, { 'x-api-key': key });
  const listed = async (id: string) =>
    (await owner.call('GET', '/console/keys')).body.keys.find((key: { id: string }) => key.id === id);

  it('are made with a name, scopes and an expiry, and shown once', async () => {
    const asked = {
      name: ' Batch job ',
      scopes: ['search', 'usage:read'],
      networks: ['127.0.0.1', '2001:DB8::/32'],
      spend_per_day: 100,
      expires_at: '2999-01-01T00:00:00+01:00',
    };
    const { status, body } = await owner.call('POST', '/console/keys', asked);
    assert.equal(status, 201, JSON.stringify(body));
    const { key, ...made } = body;
    assert.deepEqual(made, {
      id: made.id,
      name: 'Batch job',
      last_characters: key.slice(-4),
      scopes: ['search', 'usage:read'],
      networks: ['127.0.0.1/32', '2001:db8::/32'],
      spend_per_day: 100,
      spend_total: null,
      spent_today: 0,
      spent_total: 0,
      created_at: made.created_at,
      expires_at: '2998-12-31T23:00:00.000Z',
      last_used_at: null,
      revoked_at: null,
      created_by: 'Owner',
    });
    assert.deepEqual(await listed(made.id), made);
    assert.equal((await withKey(key, '/v1/usage')).status, 200);
    assert.equal((await withKey(key, '/v1/monitors')).status, 403);
    const rows = await quarry.database.query('select api_keys::text as row from api_keys');
    assert.ok(!JSON.stringify(rows).includes(key));
  });

  it('tell when they were last used', async () => {
    const { body } = await owner.call('POST', '/console/keys', { name: 'used' });
    assert.equal((await withKey(body.key)).status, 200);
    const used = await eventually(5_000, async () => (await listed(body.id)).last_used_at, Boolean);
    assert.ok(Date.parse(String(used)) >= Date.parse(body.created_at));
  });

  it('are refused within a second after they are revoked, and stay in the list', async () => {
    const { body } = await owner.call('POST', '/console/keys', { name: 'revoked' });
    assert.equal((await withKey(body.key)).status, 200);
    assert.equal((await owner.call('DELETE', `/console/keys/${body.id}`)).status, 204);
    await sleep(SECOND_MS);
    assert.equal((await withKey(body.key)).status, 401);
    assert.ok((await listed(body.id)).revoked_at);
  });

  it('are changed within a second, member by member, and the audit log has both values', async () => {
    const { body } = await owner.call('POST', '/console/keys', { name: 'job', scopes: ['search'], spend_total: 5 });
    const change = { spend_total: null, spend_per_day: 9, networks: ['10.0.0.0/8'] };
    const changed = await owner.call('PATCH', `/console/keys/${body.id}`, change);
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const { key, ...made } = body;
    assert.deepEqual(changed.body, { ...made, ...change });
    await sleep(SECOND_MS);
    assert.equal((await withKey(key)).status, 403);
    const [entry] = (await owner.call('GET', '/console/audit?limit=1')).body.entries;
    assert.deepEqual(
      [entry.action, entry.detail],
      ['key.change', 'job: none → from 10.0.0.0/8; none → 9 credits a day; 5 credits in all → none'],
    );
    assert.equal((await owner.call('PATCH', `/console/keys/${body.id}`, {})).status, 400);
    assert.equal((await owner.call('PATCH', '/console/keys/key_absent', { name: 'x' })).status, 404);
    await owner.call('DELETE', `/console/keys/${body.id}`);
    assert.equal((await owner.call('PATCH', `/console/keys/${body.id}`, { name: 'x' })).status, 409);
  });

  it('are refused once they have expired', async () => {
    const expires_at = new Date(Date.now() + SECOND_MS).toISOString();
    const { body } = await owner.call('POST', '/console/keys', { name: 'short', expires_at });
    assert.equal((await withKey(body.key)).status, 200);
    await sleep(SECOND_MS);
    assert.equal((await withKey(body.key)).status, 401);
  });

  it('are neither seen nor revoked by another organization', async () => {
    const { orgId, keyId, key } = await quarry.accounts.createOrganization('other', 10);
    const refused = await owner.call('DELETE', `/console/keys/${keyId}`);
    const absent = await owner.call('DELETE', '/console/keys/key_absent');
    assert.equal(refused.status, 404);
    assert.deepEqual(refused.body.error, absent.body.error);
    await sleep(SECOND_MS);
    assert.equal((await withKey(key)).status, 200);
    assert.equal(await listed(keyId), undefined);
    const other = await signInOwner(quarry, orgId);
    const { keys } = (await other.call('GET', '/console/keys')).body;
    assert.deepEqual(
      keys.map((one: { id: string; created_by: null }) => [one.id, one.created_by]),
      [[keyId, null]],
    );
  });

  it('are seen by members, and by no viewer and no operator; only an owner makes and revokes them', async () => {
    const { body } = await owner.call('POST', '/console/keys', { name: 'kept' });
    for (const role of ['member', 'viewer', 'operator'] as const) {
      const session = await signInAs(quarry, role);
      assert.equal((await session.call('GET', '/console/keys')).status, role === 'member' ? 200 : 403, role);
      assert.equal((await session.call('POST', '/console/keys', { name: 'mine' })).status, 403, role);
      assert.equal((await session.call('PATCH', `/console/keys/${body.id}`, { name: 'x' })).status, 403, role);
      assert.equal((await session.call('DELETE', `/console/keys/${body.id}`)).status, 403, role);
    }
    assert.equal((await listed(body.id)).revoked_at, null);
  });

  it('need the cookie and the CSRF token, from the service itself, and no API key is one', async () => {
    const calls: Array<[method: string, path: string, body?: unknown]> = [
      ['GET', '/console/keys'],
      ['POST', '/console/keys', { name: 'forged' }],
      ['DELETE', '/console/keys/key_absent'],
      ['GET', '/console/balance'],
    ];
    for (const [method, path, body] of calls) {
      const status = async (headers: Record<string, string>) => (await owner.call(method, path, body, headers)).status;
      assert.equal(await status({ 'x-quarry-csrf': '' }), 403, path);
      assert.equal(await status({ 'x-quarry-csrf': 'wrong' }), 403, path);
      assert.equal(await status({ origin: 'https://evil.example' }), 403, path);
      assert.equal(await status({ cookie: '', 'x-api-key': quarry.key }), 401, path);
      assert.equal(await status({ cookie: `quarry_session=${'x'.repeat(43)}` }), 403, path);
    }
  });

  const malformed: Array<[what: string, body: object, message: string]> = [
    ['no name', {}, 'name: is required'],
    ['a blank name', { name: ' ' }, 'name: is blank'],
    ['a long name', { name: 'n'.repeat(101) }, 'name: is longer than 100 characters'],
    ['an unknown scope', { name: 'n', scopes: ['all'] }, 'scopes.0: must be one of search, '],
    ['no scope', { name: 'n', scopes: [] }, 'scopes: is empty'],
    ['a scope twice', { name: 'n', scopes: ['search', 'search'] }, 'scopes: holds a scope twice'],
    ['a day as expiry', { name: 'n', expires_at: '2999-01-01' }, 'expires_at: is not a date and time'],
    ['an expiry in the past', { name: 'n', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at: is in the past'],
    ['no network', { name: 'n', networks: [] }, 'networks: is empty'],
    ['a wrong network', { name: 'n', networks: ['10.0.0.0/33'] }, 'networks: 10.0.0.0/33 is no network, such as 203.'],
    ['a name as network', { name: 'n', networks: ['example.com'] }, 'networks: example.com is no network'],
    ['a cap of 0', { name: 'n', spend_total: 0 }, 'spend_total: is below 1'],
    ['half a credit', { name: 'n', spend_per_day: 1.5 }, 'spend_per_day: is not a whole number'],
    ['an unknown field', { name: 'n', role: 'owner' }, 'role: is not a known field'],
  ];
  for (const [what, body, message] of malformed) {
    it(`are not made with ${what}`, async () => {
      const refused = await owner.call('POST', '/console/keys', body);
      assert.equal(refused.status, 400);
      assert.ok(refused.body.error.message.startsWith(message), refused.body.error.message);
    });
  }

  it('stand beside the balance, which every role sees', async () => {
    const viewer = await signInAs(quarry, 'viewer');
    const { balance, held } = (await quarry.call('GET', '/v1/account')).body;
    assert.deepEqual((await viewer.call('GET', '/console/balance')).body, { balance, held });
  });
});
