import assert from 'node:assert/strict';
import { createAccounts } from '../../services/accounts/accounts.ts';
import { createRoleLink } from '../../services/accounts/members/login-links.ts';
import { createPasswords } from '../../services/accounts/members/passwords.ts';
import { createSessions } from '../../services/accounts/members/sessions.ts';
import { systemClock } from '../../services/core/clock.ts';
import type { Database } from '../../services/database/database.ts';
import { createPurge } from '../../services/retention/purge.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describe('a session of the console', () => {
  let scratch: TestDatabase;
  let now = new Date('2026-03-04T05:06:07Z');
  const clock = { ...systemClock, now: () => now };
  const pass = (ms: number) => void (now = new Date(now.getTime() + ms));

  before(async () => {
    scratch = await createTestDatabase();
  });
  after(() => scratch.drop());

  const sessionsOf = (database: Database) =>
    createSessions({ database, clock, passwords: createPasswords(database, clock) });
  const newOrganization = async () =>
    (await createAccounts(scratch.database, clock).createOrganization('signed in', 0)).orgId;
  const newLink = async (orgId: string) =>
    (await scratch.database.transaction((sql) => createRoleLink(sql, { orgId, role: 'owner', at: now }))).token;
  const signIn = async () => {
    const sessions = sessionsOf(scratch.database);
    const { token, member } = await sessions.beginByLink(await newLink(await newOrganization()), null);
    return { sessions, token, member };
  };

  it('starts with a link for the owner of the organization, whom the first link creates', async () => {
    const orgId = await newOrganization();
    const sessions = sessionsOf(scratch.database);
    const links = await Promise.all([newLink(orgId), newLink(orgId)]);
    const [first, second] = await Promise.all(links.map((link) => sessions.beginByLink(link, null)));
    assert.deepEqual(first?.member, {
      userId: first?.member.userId,
      userName: 'Owner',
      email: null,
      role: 'owner',
      orgId,
      orgName: 'signed in',
    });
    assert.equal(second?.member.userId, first?.member.userId);
  });

  it('starts once for a link that two browsers open at the same time', async () => {
    const link = await newLink(await newOrganization());
    const sessions = sessionsOf(scratch.database);
    const begun = await Promise.allSettled([sessions.beginByLink(link, null), sessions.beginByLink(link, null)]);
    assert.deepEqual(begun.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  });

  it('does not start with a link that is 15 minutes old', async () => {
    const link = await newLink(await newOrganization());
    pass(15 * MINUTE_MS);
    await assert.rejects(sessionsOf(scratch.database).beginByLink(link, null), { code: 'UNAUTHENTICATED' });
  });

  it('does not use up the link of a suspended organization', async () => {
    const orgId = await newOrganization();
    const link = await newLink(orgId);
    const sessions = sessionsOf(scratch.database);
    await scratch.database.query('update organizations set suspended_at = $2 where id = $1', [orgId, now]);
    await assert.rejects(sessions.beginByLink(link, null), { code: 'PERMISSION_DENIED' });
    await scratch.database.query('update organizations set suspended_at = null where id = $1', [orgId]);
    assert.equal((await sessions.beginByLink(link, null)).member.orgId, orgId);
  });

  it('ends after seven days without a call', async () => {
    const { sessions, token } = await signIn();
    pass(7 * DAY_MS - 1);
    assert.equal((await sessions.read(token)).role, 'owner');
    await scratch.database.query('update sessions set last_seen_at = $1', [now]);
    pass(7 * DAY_MS);
    await assert.rejects(sessions.read(token), { code: 'UNAUTHENTICATED' });
  });

  it('ends after thirty days, even if it is used', async () => {
    const { sessions, token } = await signIn();
    for (let day = 1; day < 30; day += 1) {
      pass(DAY_MS);
      await sessions.read(token);
      await scratch.database.query('update sessions set last_seen_at = $1', [now]);
    }
    pass(DAY_MS);
    await assert.rejects(sessions.read(token), { code: 'UNAUTHENTICATED' });
  });

  it('ends in every process within a second of its end in one of them', async () => {
    const { sessions, token } = await signIn();
    const elsewhere = sessionsOf(scratch.database);
    await elsewhere.read(token);
    await sessions.end(token);
    await assert.rejects(sessions.read(token), { code: 'UNAUTHENTICATED' });
    pass(1_000);
    await assert.rejects(elsewhere.read(token), { code: 'UNAUTHENTICATED' });
  });

  it('has the role of its user within a second of a change', async () => {
    const { sessions, token, member } = await signIn();
    await scratch.database.query(`update users set role = 'viewer' where id = $1`, [member.userId]);
    pass(1_000);
    assert.equal((await sessions.read(token)).role, 'viewer');
  });

  it('is stored as a hash only, and so is its link', async () => {
    const link = await newLink(await newOrganization());
    const { token } = await sessionsOf(scratch.database).beginByLink(link, null);
    const rows = await scratch.database.query('select l::text, s::text from login_links l, sessions s');
    assert.ok(rows.length > 0);
    assert.ok(!JSON.stringify(rows).includes(token) && !JSON.stringify(rows).includes(link));
  });

  it('is deleted with its link once it has ended', async () => {
    await signIn();
    pass(31 * DAY_MS);
    const { token } = await signIn();
    await createPurge(scratch.database, clock)();
    const [left] = await scratch.database.query<{ links: string; sessions: string }>(
      'select (select count(*) from login_links) as links, (select count(*) from sessions) as sessions',
    );
    assert.deepEqual(left, { links: '1', sessions: '1' });
    assert.equal((await sessionsOf(scratch.database).read(token)).role, 'owner');
  });
});
