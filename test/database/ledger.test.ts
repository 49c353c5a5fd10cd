import assert from 'node:assert/strict';
import fc from 'fast-check';
import { auditLedger } from '../../services/billing/audit.ts';
import { createLedger, type Ledger } from '../../services/billing/ledger.ts';
import { createAccounts } from '../../services/accounts/accounts.ts';
import { systemClock } from '../../services/core/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const SOON = new Date(Date.now() + 60_000);
const PAST = new Date(Date.now() - 60_000);

describe('the ledger', () => {
  let scratch: TestDatabase;
  let ledger: Ledger;
  let counter = 0;

  before(async () => {
    scratch = await createTestDatabase();
    ledger = createLedger(scratch.database, systemClock);
  });
  after(() => scratch.drop());

  async function organization(credits: number): Promise<string> {
    counter += 1;
    const accounts = createAccounts(scratch.database, systemClock);
    return (await accounts.createOrganization(`ledger ${counter}`, credits)).orgId;
  }

  it('refuses a hold that the balance does not cover, and holds nothing then', async () => {
    const orgId = await organization(5);
    assert.equal(await ledger.hold({ orgId, businessKey: `${orgId}:a`, amount: 6, expiresAt: SOON }), 'insufficient');
    assert.deepEqual(await ledger.balance(orgId), { balance: 5, held: 0 });
  });

  it('charges part of a hold and gives the rest back', async () => {
    const orgId = await organization(10);
    await ledger.hold({ orgId, businessKey: `${orgId}:a`, amount: 8, expiresAt: SOON });
    assert.deepEqual(await ledger.balance(orgId), { balance: 10, held: 8 });
    await ledger.settle(`${orgId}:a`, 3);
    assert.deepEqual(await ledger.balance(orgId), { balance: 7, held: 0 });
  });

  it('charges a business key once, whatever is retried', async () => {
    const orgId = await organization(10);
    const hold = { orgId, businessKey: `${orgId}:a`, amount: 2, expiresAt: SOON };
    assert.equal(await ledger.hold(hold), 'placed');
    assert.equal(await ledger.hold(hold), 'placed');
    assert.equal(await ledger.settle(hold.businessKey, 2), true);
    assert.equal(await ledger.settle(hold.businessKey, 2), false);
    assert.equal(await ledger.hold(hold), 'settled');
    assert.deepEqual(await ledger.balance(orgId), { balance: 8, held: 0 });
  });

  it('opens a hold again that was given back, because nothing was charged for it', async () => {
    const orgId = await organization(10);
    const hold = { orgId, businessKey: `${orgId}:a`, amount: 2, expiresAt: SOON };
    await ledger.hold(hold);
    await ledger.settle(hold.businessKey, 0);
    assert.equal(await ledger.hold(hold), 'placed');
    assert.deepEqual(await ledger.balance(orgId), { balance: 10, held: 2 });
  });

  it('refuses to charge more than was held, and leaves the hold open', async () => {
    const orgId = await organization(10);
    await ledger.hold({ orgId, businessKey: `${orgId}:a`, amount: 2, expiresAt: SOON });
    await assert.rejects(ledger.settle(`${orgId}:a`, 3), RangeError);
    assert.deepEqual(await ledger.balance(orgId), { balance: 10, held: 2 });
  });

  it('gives expired holds back and leaves those without a time alone', async () => {
    const orgId = await organization(10);
    await ledger.hold({ orgId, businessKey: `${orgId}:old`, amount: 2, expiresAt: PAST });
    await ledger.hold({ orgId, businessKey: `${orgId}:run`, amount: 3, expiresAt: null });
    assert.ok((await ledger.expireHolds()) >= 1);
    assert.deepEqual(await ledger.balance(orgId), { balance: 10, held: 3 });
  });

  it('never lets two racing holds spend the same credit', async () => {
    const orgId = await organization(7);
    const holds = Array.from({ length: 20 }, (_, index) =>
      ledger.hold({ orgId, businessKey: `${orgId}:${index}`, amount: 2, expiresAt: SOON }),
    );
    const placed = (await Promise.all(holds)).filter((result) => result === 'placed');
    assert.equal(placed.length, 3);
    assert.deepEqual(await ledger.balance(orgId), { balance: 7, held: 6 });
  });

  const step = fc.record({
    action: fc.constantFrom('grant', 'hold', 'settle', 'release', 'expire', 'crash'),
    key: fc.integer({ min: 0, max: 4 }),
    amount: fc.integer({ min: 1, max: 9 }),
  });

  async function carryOut(
    orgId: string,
    { action, key, amount }: { action: string; key: number; amount: number },
  ): Promise<void> {
    const businessKey = `${orgId}:${key}`;
    if (action === 'grant') return ledger.grant(orgId, `${businessKey}:grant`, amount);
    if (action === 'hold')
      return void (await ledger.hold({ orgId, businessKey, amount, expiresAt: amount % 3 === 0 ? PAST : SOON }));
    if (action === 'settle') return void (await ledger.settle(businessKey, amount).catch(onlyRangeError));
    if (action === 'release') return void (await ledger.settle(businessKey, 0));
    if (action === 'expire') return void (await ledger.expireHolds());
    return crashInTransaction(orgId, businessKey);
  }

  /** A process that dies between the statements of a transaction: PostgreSQL rolls back what it did. */
  async function crashInTransaction(orgId: string, businessKey: string): Promise<void> {
    const died = scratch.database.transaction(async (sql) => {
      await sql.query('update organizations set held = held + 1 where id = $1 and balance > held', [orgId]);
      await sql.query(`insert into postings (org_id, business_key, amount, created_at) values ($1, $2, -1, now())`, [
        orgId,
        `${businessKey}:died`,
      ]);
      throw new Error('killed');
    });
    await assert.rejects(died, /killed/);
  }

  it('keeps the sum and bills no key twice over 200 random interleavings of holds, posts, retries and crashes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 }),
        async (rounds) => {
          const orgId = await organization(20);
          for (const together of rounds) await Promise.all(together.map((one) => carryOut(orgId, one)));
          const audited = (await auditLedger(scratch.database)).organizations.find((one) => one.org_id === orgId);
          assert.ok(audited?.ok, JSON.stringify(audited));
          assert.ok(audited.balance >= audited.held && audited.held >= 0);
        },
      ),
      { numRuns: 200, seed: Number(process.env.QUARRY_TEST_SEED ?? 20261121), endOnFailure: true },
    );
  });
});

function onlyRangeError(error: unknown): void {
  if (!(error instanceof RangeError)) throw error;
}
