import assert from 'node:assert/strict';
import { createAccounts } from '../../services/accounts/accounts.ts';
import { systemClock } from '../../services/core/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

describe('credits beyond what a number holds exactly', () => {
  let scratch: TestDatabase;
  before(async () => {
    scratch = await createTestDatabase();
  });
  after(() => scratch.drop());

  const balance = async (orgId: string) =>
    (await scratch.database.query<{ balance: string }>('select balance from organizations where id = $1', [orgId]))[0]
      ?.balance;

  it('are granted to the last one', async () => {
    const accounts = createAccounts(scratch.database, systemClock);
    const { orgId } = await accounts.createOrganization('rich', 2n ** 53n);
    await accounts.grantCredits(orgId, 2n ** 53n + 1n);
    assert.equal(await balance(orgId), String(2n ** 54n + 1n));
  });

  it('are refused where no balance can hold them, and nothing is posted', async () => {
    const accounts = createAccounts(scratch.database, systemClock);
    const { orgId } = await accounts.createOrganization('richest', 2n ** 63n - 1n);
    await assert.rejects(accounts.grantCredits(orgId, 1), {
      code: 'INVALID_REQUEST',
      message: /larger than a balance can be/,
    });
    const postings = await scratch.database.query('select id from postings where org_id = $1', [orgId]);
    assert.equal(postings.length, 1);
  });
});
