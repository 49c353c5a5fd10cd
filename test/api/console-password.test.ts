import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { signInAs, signInOwner } from '../support/console.ts';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';

const PASSWORD = 'correct horse battery';

describe('a password of a member', () => {
  let quarry: TestQuarry;
  before(async () => {
    quarry = await startQuarry();
  });
  after(() => quarry.stop());
  // Each test has its own owner, who has no password yet.
  beforeEach(() => quarry.database.query('delete from users'));

  const { signIn, ownerWithPassword } = passwordScene(() => quarry);

  it('signs in with its e-mail address in any case, and is kept as argon2id', async () => {
    await ownerWithPassword();
    const { status, body, headers } = await signIn('ada@EXAMPLE.com', PASSWORD);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.user.email, 'ada@example.com');
    assert.match(headers.get('set-cookie') ?? '', /^quarry_session=[\w-]{43}; HttpOnly; SameSite=Strict/);
    const rows = await quarry.database.query<{ password_hash: string }>('select password_hash from users');
    assert.match(rows[0]?.password_hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });

  it('is refused where it is wrong, exactly as an unknown address is', async () => {
    await ownerWithPassword();
    const wrong = await signIn('ada@example.com', `${PASSWORD}!`);
    const unknown = await signIn('eve@example.com', PASSWORD);
    assert.equal(wrong.status, 401);
    assert.deepEqual([unknown.status, unknown.body.error], [401, wrong.body.error]);
  });

  it('is changed with the current one alone, and ends the other sessions of the member', async () => {
    const owner = await ownerWithPassword();
    const other = await signInOwner(quarry);
    const change = { email: 'ada@example.com', password: 'another long password' };
    for (const current_password of [undefined, 'wrong'])
      assert.equal((await owner.call('PUT', '/console/password', { ...change, current_password })).status, 403);
    const changed = await owner.call('PUT', '/console/password', { ...change, current_password: PASSWORD });
    assert.equal(changed.status, 204);
    assert.equal((await signIn('ada@example.com', PASSWORD)).status, 401);
    assert.equal((await signIn('ada@example.com', change.password)).status, 200);
    await sleep(1_000);
    assert.equal((await owner.call('GET', '/v1/account')).status, 200);
    assert.equal((await other.call('GET', '/v1/account')).status, 401);
  });

  it('is no use with an address of another member, with which it is refused', async () => {
    await ownerWithPassword();
    const member = await signInAs(quarry, 'member');
    const taken = await member.call('PUT', '/console/password', { email: 'ADA@example.com', password: PASSWORD });
    assert.deepEqual([taken.status, taken.body.error.code], [409, 'ALREADY_EXISTS']);
  });

  it('signs in only while its member exists', async () => {
    await ownerWithPassword();
    await quarry.database.query('update users set removed_at = now()');
    assert.equal((await signIn('ada@example.com', PASSWORD)).status, 401);
  });

  it('is not set in a wrong form, nor without the CSRF token', async () => {
    const owner = await signInOwner(quarry);
    const status = async (body: object, headers?: Record<string, string>) =>
      (await owner.call('PUT', '/console/password', body, headers)).status;
    assert.equal(await status({ email: 'a@example.com', password: 'short' }), 400);
    assert.equal(await status({ email: 'nobody', password: PASSWORD }), 400);
    assert.equal(await status({ email: 'a@example.com', password: 'x'.repeat(257) }), 400);
    assert.equal(await status({ email: 'a@example.com', password: PASSWORD }, { 'x-quarry-csrf': '' }), 403);
    assert.equal((await signIn('a@example.com', PASSWORD)).status, 401);
    const both = { token: 'x', email: 'a@example.com', password: PASSWORD };
    const refused = await call(`${quarry.url}/console/session`, 'POST', both);
    assert.deepEqual(
      [refused.status, refused.body.error.message],
      [400, 'The request needs either token, or email and password'],
    );
  });
});

describe('tries of a password', () => {
  // Failed tries count against the address of the caller as well, so these have a service of their own.
  let quarry: TestQuarry;
  before(async () => {
    quarry = await startQuarry();
  });
  after(() => quarry.stop());
  const { signIn, ownerWithPassword } = passwordScene(() => quarry);

  it('are ten for one e-mail address at most, from wherever', async () => {
    await ownerWithPassword();
    const tries = await Promise.all(Array.from({ length: 12 }, (_, index) => signIn('ada@example.com', `${index}`)));
    const count = (status: number) => tries.filter((one) => one.status === status).length;
    assert.deepEqual([count(401), count(429)], [10, 2]);
    assert.equal((await signIn('ADA@example.com', PASSWORD)).status, 429);
  });
});

function passwordScene(quarry: () => TestQuarry) {
  const signIn = (email: string, password: string) =>
    call(`${quarry().url}/console/session`, 'POST', { email, password });
  return {
    signIn,
    ownerWithPassword: async (email = 'Ada@example.com') => {
      const owner = await signInOwner(quarry());
      const set = await owner.call('PUT', '/console/password', { email, password: PASSWORD });
      assert.equal(set.status, 204, JSON.stringify(set.body));
      return owner;
    },
  };
}
