import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { signInAs, signInOwner, signInWith, type SignedIn } from '../support/console.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const SECOND_MS = 1_000;

describe('the members of an organization in the console', () => {
  let quarry: TestQuarry;
  let owner: SignedIn;
  let ownerId: string;
  before(async () => {
    quarry = await startQuarry();
    owner = await signInOwner(quarry);
    ownerId = (await owner.call('GET', '/console/session')).body.user.id;
  });
  after(() => quarry.stop());

  const invite = async (name: string, role: string) => {
    const { status, body } = await owner.call('POST', '/console/members', { name, role });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  const newestAudit = async () => (await owner.call('GET', '/console/audit?limit=1')).body.entries[0];

  it('are invited by a link, which signs in once with the role given', async () => {
    const { token, expires_at: expires, ...member } = await invite(' Ada ', 'viewer');
    assert.deepEqual(member, {
      id: member.id,
      name: 'Ada',
      email: null,
      role: 'viewer',
      created_at: member.created_at,
      last_seen_at: null,
    });
    assert.equal(Date.parse(expires) - Date.parse(member.created_at), 3 * 86_400_000);
    const ada = await signInWith(quarry, token);
    const { user, role } = (await ada.call('GET', '/console/session')).body;
    assert.deepEqual([user, role], [{ id: member.id, name: 'Ada', email: null }, 'viewer']);
    const { members } = (await owner.call('GET', '/console/members')).body;
    const listed = members.find((one: { id: string }) => one.id === member.id);
    assert.ok(Date.parse(listed.last_seen_at) > 0);
    await assert.rejects(signInWith(quarry, token), /401/);
  });

  it('get another link', async () => {
    const { id } = await invite('Grace', 'member');
    const { status, body } = await owner.call('POST', `/console/members/${id}/link`);
    assert.equal(status, 201);
    const grace = await signInWith(quarry, body.token);
    assert.equal((await grace.call('GET', '/console/session')).body.user.name, 'Grace');
  });

  it('have their new role within a second, in open sessions', async () => {
    const { id, token } = await invite('Edsger', 'viewer');
    const edsger = await signInWith(quarry, token);
    const index = () =>
      edsger.call('POST', '/v1/documents', { documents: [{ url: 'https://example.com/a', text: 'a' }] });
    assert.equal((await index()).status, 403);
    const changed = await owner.call('PATCH', `/console/members/${id}`, { role: 'member', name: 'E. W.' });
    assert.deepEqual([changed.status, changed.body.role, changed.body.name], [200, 'member', 'E. W.']);
    await sleep(SECOND_MS);
    assert.equal((await index()).status, 200);
  });

  it('are signed out within a second once they are removed, and their links are void', async () => {
    const { id, token } = await invite('Alan', 'member');
    const { body: link } = await owner.call('POST', `/console/members/${id}/link`);
    const alan = await signInWith(quarry, token);
    assert.equal((await alan.call('GET', '/v1/account')).status, 200);
    assert.equal((await owner.call('DELETE', `/console/members/${id}`)).status, 204);
    await sleep(SECOND_MS);
    assert.equal((await alan.call('GET', '/v1/account')).status, 401);
    await assert.rejects(signInWith(quarry, link.token), /401/);
    assert.equal((await owner.call('DELETE', `/console/members/${id}`)).status, 404);
    const entry = await newestAudit();
    assert.deepEqual(
      { ...entry, id: '', at: '' },
      {
        id: '',
        at: '',
        action: 'member.remove',
        subject_id: id,
        detail: 'Alan',
        actor: { id: ownerId, name: 'Owner' },
        address: '127.0.0.1',
      },
    );
  });

  it('always include an owner, even if two of them leave at the same time', async () => {
    assert.equal((await owner.call('DELETE', `/console/members/${ownerId}`)).status, 409);
    assert.equal((await owner.call('PATCH', `/console/members/${ownerId}`, { role: 'member' })).status, 409);
    const { orgId } = await quarry.accounts.createOrganization('two owners', 0);
    const first = await signInOwner(quarry, orgId);
    const { id: firstId } = (await first.call('GET', '/console/session')).body.user;
    const { body: second } = await first.call('POST', '/console/members', { name: 'Second', role: 'owner' });
    const left = await Promise.all([firstId, second.id].map((id) => first.call('DELETE', `/console/members/${id}`)));
    const statuses = left.map(({ status }) => status);
    assert.ok(statuses.includes(204) && statuses.includes(409), statuses.join());
  });

  it('are seen by members, and changed by owners alone', async () => {
    const { id } = await invite('Barbara', 'viewer');
    for (const role of ['member', 'viewer', 'operator'] as const) {
      const session = await signInAs(quarry, role);
      const status = async (method: string, path: string, body?: unknown) =>
        (await session.call(method, path, body)).status;
      assert.equal(await status('GET', '/console/members'), role === 'member' ? 200 : 403, role);
      assert.equal(await status('POST', '/console/members', { name: 'x', role: 'owner' }), 403, role);
      assert.equal(await status('POST', `/console/members/${id}/link`), 403, role);
      assert.equal(await status('PATCH', `/console/members/${id}`, { role: 'owner' }), 403, role);
      assert.equal(await status('DELETE', `/console/members/${id}`), 403, role);
      assert.equal(await status('GET', '/console/audit'), 403, role);
    }
  });

  it('are neither seen nor changed by another organization', async () => {
    const { orgId } = await quarry.accounts.createOrganization('other', 0);
    const other = await signInOwner(quarry, orgId);
    for (const [method, path, body] of [
      ['PATCH', '', { role: 'viewer' }],
      ['DELETE', ''],
      ['POST', '/link'],
    ] as const)
      assert.equal((await other.call(method, `/console/members/${ownerId}${path}`, body)).status, 404, method);
    const { members } = (await other.call('GET', '/console/members')).body;
    assert.equal(members.length, 1);
    const { entries } = (await other.call('GET', '/console/audit')).body;
    assert.deepEqual(
      entries.map(({ action }: { action: string }) => action),
      ['session.begin', 'organization.create'],
    );
  });

  const malformed: Array<[body: object, message: string]> = [
    [{ role: 'viewer' }, 'name: is required'],
    [{ name: 'x', role: 'operator' }, 'role: must be owner, member or viewer'],
    [{ name: 'x'.repeat(101), role: 'viewer' }, 'name: is longer than 100 characters'],
  ];
  for (const [body, message] of malformed) {
    it(`are not invited with a wrong body: ${message}`, async () => {
      const refused = await owner.call('POST', '/console/members', body);
      assert.deepEqual([refused.status, refused.body.error.message], [400, message]);
    });
  }

  it('leave an entry for each key, and for what the operator does', async () => {
    const { body: key } = await owner.call('POST', '/console/keys', { name: 'audited', scopes: ['search'] });
    const made = await newestAudit();
    assert.deepEqual([made.action, made.subject_id, made.detail], ['key.create', key.id, 'audited: search']);
    await owner.call('DELETE', `/console/keys/${key.id}`);
    assert.equal((await newestAudit()).action, 'key.revoke');
    const { organization } = (await owner.call('GET', '/console/session')).body;
    await quarry.accounts.grantCredits(organization.id, 5);
    const granted = await newestAudit();
    assert.deepEqual(
      [granted.action, granted.detail, granted.actor, granted.address],
      ['credits.grant', '5 credits', null, null],
    );
  });

  it('find entries page by page, newest first', async () => {
    const all = (await owner.call('GET', '/console/audit')).body;
    assert.equal(all.has_more, false);
    const first = (await owner.call('GET', '/console/audit?limit=2')).body;
    assert.equal(first.has_more, true);
    const rest = (await owner.call('GET', `/console/audit?before=${first.entries[1].id}`)).body;
    assert.deepEqual([...first.entries, ...rest.entries], all.entries);
    assert.equal((await owner.call('GET', '/console/audit?before=x')).status, 400);
  });
});
