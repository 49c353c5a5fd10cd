import assert from 'node:assert/strict';
import fc from 'fast-check';
import { auditLedger } from '../../services/billing/audit.ts';
import { createCharges, type Charges } from '../../services/billing/charges.ts';
import { grantCredits, placeHold, settleHold, type Ledger } from '../../services/billing/ledger.ts';
import { systemClock } from '../../services/core/clock.ts';
import { eventually } from '../support/eventually.ts';
import type { TestDatabase } from '../support/postgres.ts';
import { startCredits, type CreditsScene } from './credits-scene.ts';

const SOON = new Date(Date.now() + 60_000);
const WAITING_FOR_A_LOCK = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
const PAST = new Date(Date.now() - 60_000);

describe('the ledger', () => {
  let scratch: TestDatabase;
  let ledger: Ledger;
  let charges: Charges;
  let organization: CreditsScene['organization'];

  before(async () => {
    ({ scratch, ledger, charges, organization } = await startCredits());
  });
  after(() => scratch.drop());

  it('refuses a hold that the balance does not cover, and then holds nothing', async () => {
    const orgId = await organization(5);
    assert.equal(await ledger.hold({ orgId, businessKey: `${orgId}:a`, amount: 6, expiresAt: SOON }), 'insufficient');
    assert.deepEqual(await ledger.balance(orgId), { balance: 5, held: 0 });
  });

  it('charges part of a hold and releases the rest', async () => {
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

  it('reopens a released hold, because nothing was charged for it', async () => {
    const orgId = await organization(10);
    const hold = { orgId, businessKey: `${orgId}:a`, amount: 2, expiresAt: SOON };
    await ledger.hold(hold);
    await ledger.settle(hold.businessKey, 0);
    assert.equal(await ledger.hold(hold), 'placed');
    assert.deepEqual(await ledger.balance(orgId), { balance: 10, held: 2 });
  });

  it('refuses to charge more than the hold, and leaves the hold open', async () => {
    const orgId = await organization(10);
    await ledger.hold({ orgId, businessKey: `${orgId}:a`, amount: 2, expiresAt: SOON });
    await assert.rejects(ledger.settle(`${orgId}:a`, 3), RangeError);
    assert.deepEqual(await ledger.balance(orgId), { balance: 10, held: 2 });
  });

  it('releases expired holds and keeps those without an expiry', async () => {
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

  describe('a charge without a hold', () => {
    it('is refused if the balance minus the holds does not cover it, and then changes nothing', async () => {
      const orgId = await organization(5);
      await ledger.hold({ orgId, businessKey: `${orgId}:held`, amount: 3, expiresAt: SOON });
      const charge = { orgId, businessKey: `${orgId}:a`, amount: 3 };
      assert.equal(await charges.cover(charge), 'insufficient');
      assert.equal(await charges.charge(charge), 'insufficient');
      assert.deepEqual(await ledger.balance(orgId), { balance: 5, held: 3 });
      assert.equal(await charges.charge({ ...charge, amount: 2 }), 'charged');
      assert.deepEqual(await ledger.balance(orgId), { balance: 3, held: 3 });
    });

    it('is posted once per business key, also by racing processes', async () => {
      const orgId = await organization(10);
      const charge = { orgId, businessKey: `${orgId}:a`, amount: 2 };
      const processes = Array.from({ length: 4 }, () => createCharges(scratch.database, systemClock));
      const results = await Promise.all([...processes, ...processes].map((one) => one.charge(charge)));
      assert.deepEqual(new Set(results), new Set(['charged']));
      assert.deepEqual(await ledger.balance(orgId), { balance: 8, held: 0 });
    });

    it('counts as covered if it was posted before, whatever the balance is', async () => {
      const orgId = await organization(2);
      const charge = { orgId, businessKey: `${orgId}:a`, amount: 2 };
      assert.equal(await charges.charge(charge), 'charged');
      assert.equal(await charges.cover(charge), 'covered');
      assert.equal(await charges.charge(charge), 'charged');
      assert.equal(await charges.cover({ ...charge, businessKey: `${orgId}:b` }), 'insufficient');
    });

    it('never lets racing charges spend the same credit', async () => {
      const orgId = await organization(7);
      const processes = [charges, createCharges(scratch.database, systemClock)];
      const racing = processes.flatMap((one, process) =>
        Array.from({ length: 20 }, (_, index) =>
          one.charge({ orgId, businessKey: `${orgId}:${process}:${index}`, amount: 1 }),
        ),
      );
      const charged = (await Promise.all(racing)).filter((result) => result === 'charged');
      assert.equal(charged.length, 7);
      assert.deepEqual(await ledger.balance(orgId), { balance: 0, held: 0 });
    });

    it('is posted if it is covered itself, beside charges that together exceed the balance', async () => {
      const orgId = await organization(10);
      const amounts = [1, 20, 4, 30, 5];
      const results = await Promise.all(
        amounts.map((amount, index) => charges.charge({ orgId, businessKey: `${orgId}:${index}`, amount })),
      );
      assert.deepEqual(results, ['charged', 'insufficient', 'charged', 'insufficient', 'charged']);
      assert.deepEqual(await ledger.balance(orgId), { balance: 0, held: 0 });
    });

    it('and a hold under the same key charge it once, whichever comes first', async () => {
      const orgId = await organization(10);
      const held = { orgId, businessKey: `${orgId}:held`, amount: 2, expiresAt: SOON };
      await ledger.hold(held);
      assert.equal(await charges.charge(held), 'charged');
      assert.equal(await ledger.settle(held.businessKey, 2), true);
      const charged = { orgId, businessKey: `${orgId}:charged`, amount: 2, expiresAt: SOON };
      assert.equal(await charges.charge(charged), 'charged');
      assert.equal(await ledger.hold(charged), 'settled');
      assert.deepEqual(await ledger.balance(orgId), { balance: 6, held: 0 });
      assert.ok((await auditLedger(scratch.database)).ok);
    });

    it('does not wait for another organization', async () => {
      const [orgId, other] = [await organization(1), await organization(1)];
      await scratch.database.transaction(async (sql) => {
        await sql.query('select id from organizations where id = $1 for update', [other]);
        const waiting = charges.charge({ orgId: other, businessKey: `${other}:a`, amount: 1 });
        assert.equal(await charges.charge({ orgId, businessKey: `${orgId}:a`, amount: 1 }), 'charged');
        waiting.catch(() => undefined);
      });
    });

    it('reports a failure to all callers that wait together, and continues with the next', async () => {
      const orgId = await organization(5);
      const failing = createCharges(
        {
          ...scratch.database,
          prepared: (statement, parameters) =>
            String(parameters[1]).includes('fail')
              ? Promise.reject(new Error('away'))
              : scratch.database.prepared(statement, parameters),
        },
        systemClock,
      );
      const charge = (key: string) => failing.charge({ orgId, businessKey: `${orgId}:${key}`, amount: 1 });
      const results = await Promise.allSettled(['a', 'fail', 'b'].map(charge));
      assert.deepEqual(
        results.map(({ status }) => status),
        ['fulfilled', 'rejected', 'rejected'],
      );
      assert.equal(await charge('c'), 'charged');
      assert.deepEqual(await ledger.balance(orgId), { balance: 3, held: 0 });
    });
  });

  describe('during an uncommitted change of the balance', () => {
    const untilSomethingWaits = () =>
      eventually(
        10_000,
        () => scratch.database.query(WAITING_FOR_A_LOCK),
        (waiting) => waiting.length > 0,
      );

    /** Adds 10 credits, and commits them after `beside` has begun to wait for the organization's row. */
    async function whileGranting<T>(orgId: string, beside: () => Promise<T>): Promise<T> {
      let waiting: Promise<T> | undefined;
      await scratch.database.transaction(async (sql) => {
        await grantCredits(sql, { orgId, businessKey: `${orgId}:grant`, amount: 10, at: new Date() });
        waiting = beside();
        waiting.catch(() => undefined);
        await untilSomethingWaits();
      });
      assert.ok(waiting);
      return waiting;
    }

    it('charges an amount that only the new balance covers', async () => {
      const orgId = await organization(10);
      await ledger.hold({ orgId, businessKey: `${orgId}:held`, amount: 8, expiresAt: SOON });
      const charged = await whileGranting(orgId, () => charges.charge({ orgId, businessKey: `${orgId}:a`, amount: 5 }));
      assert.equal(charged, 'charged');
      assert.deepEqual(await ledger.balance(orgId), { balance: 15, held: 8 });
    });

    it('settles and places holds', async () => {
      const orgId = await organization(10);
      const hold = { orgId, businessKey: `${orgId}:held`, amount: 8, expiresAt: SOON };
      assert.equal(await whileGranting(orgId, () => ledger.hold(hold)), 'placed');
      assert.deepEqual(await ledger.balance(orgId), { balance: 20, held: 8 });
      const other = await organization(10);
      await ledger.hold({ ...hold, orgId: other, businessKey: `${other}:held` });
      assert.equal(await whileGranting(other, () => ledger.settle(`${other}:held`, 8)), true);
      assert.deepEqual(await ledger.balance(other), { balance: 12, held: 0 });
    });

    it('expires a hold that was reopened with a greater amount', async () => {
      const orgId = await organization(10);
      const hold = { orgId, businessKey: `${orgId}:held`, amount: 2, expiresAt: PAST };
      await ledger.hold(hold);
      let expired: Promise<number> | undefined;
      await scratch.database.transaction(async (sql) => {
        await settleHold(sql, hold.businessKey, 0, new Date());
        assert.equal(await placeHold(sql, { ...hold, amount: 9 }, new Date()), 'placed');
        expired = ledger.expireHolds();
        expired.catch(() => undefined);
        await untilSomethingWaits();
      });
      assert.equal(await expired, 1);
      assert.deepEqual(await ledger.balance(orgId), { balance: 10, held: 0 });
    });
  });

  const step = fc.record({
    action: fc.constantFrom('grant', 'hold', 'settle', 'charge', 'release', 'expire', 'crash'),
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
    if (action === 'charge') return void (await charges.charge({ orgId, businessKey, amount }));
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
          const keys = await scratch.database.query('select business_key from postings where org_id = $1', [orgId]);
          assert.equal(new Set(keys.map((row) => row.business_key)).size, keys.length);
        },
      ),
      {
        numRuns: 200,
        seed: Number(process.env.QUARRY_TEST_SEED ?? 20261121),
        endOnFailure: true,
        includeErrorInReport: true,
      },
    );
  });
});

function onlyRangeError(error: unknown): void {
  if (!(error instanceof RangeError)) throw error;
}
