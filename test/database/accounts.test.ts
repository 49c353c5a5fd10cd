import assert from 'node:assert/strict';
import { createAccounts } from '../../services/accounts/accounts.ts';
import { listKeys, listOrganizations } from '../../services/accounts/listing.ts';
import { systemClock } from '../../services/core/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

describe('credits above the largest exact number', () => {
  let scratch: TestDatabase;
  before(async () => {
    scratch = await createTestDatabase();
  });
  after(() => scratch.drop());

  const balance = async (orgId: string) =>
    (await scratch.database.query<{ balance: string }>('select balance from organizations where id = $1', [orgId]))[0]
      ?.balance;

  it('are granted exactly', async () => {
    const accounts = createAccounts(scratch.database, systemClock);
    const { orgId } = await accounts.createOrganization('rich', 2n ** 53n);
    await accounts.grantCredits(orgId, 2n ** 53n + 1n);
    assert.equal(await balance(orgId), String(2n ** 54n + 1n));
  });

  it('are refused if no balance can hold them, and nothing is posted', async () => {
    const accounts = createAccounts(scratch.database, systemClock);
    const { orgId } = await accounts.createOrganization('richest', 2n ** 63n - 1n);
    await assert.rejects(accounts.grantCredits(orgId, 1), { code: 'INVALID_REQUEST' });
    const postings = await scratch.database.query('select id from postings where org_id = $1', [orgId]);
    assert.equal(postings.length, 1);
  });
});

describe('the lists of organizations and keys', () => {
  let scratch: TestDatabase;
  before(async () => {
    scratch = await createTestDatabase();
  });
  after(() => scratch.drop());

  it('return times as ISO 8601, null if there is none, and credits as text', async () => {
    const at = new Date('2026-01-02T03:04:05.600Z');
    const accounts = createAccounts(scratch.database, { ...systemClock, now: () => at });
    const { orgId, keyId, key } = await accounts.createOrganization('listed', 5);
    await accounts.revokeKey(keyId);
    const created_at = '2026-01-02T03:04:05.600Z';
    assert.deepEqual(await listOrganizations(scratch.database), [
      { org_id: orgId, name: 'listed', balance: '5', held: '0', created_at },
    ]);
    assert.deepEqual(await listKeys(scratch.database, orgId), [
      {
        key_id: keyId,
        last_four: key.slice(-4),
        name: '',
        scopes: null,
        networks: null,
        spend_per_day: null,
        spend_total: null,
        created_at,
        last_used_at: null,
        expires_at: null,
        revoked_at: created_at,
      },
    ]);
    await assert.rejects(listKeys(scratch.database, 'org_none'), { code: 'NOT_FOUND' });
  });
});
