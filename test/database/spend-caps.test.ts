import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createAccounts, type Accounts } from '../../services/accounts/accounts.ts';
import { createCharges, type Charges } from '../../services/billing/charges.ts';
import { createLedger, type Ledger } from '../../services/billing/ledger.ts';
import type { ExceededCap } from '../../services/billing/spend-caps.ts';
import { systemClock, type Clock } from '../../services/core/clock.ts';
import { databaseByRole } from '../../services/database/by-role.ts';
import { startCredits, type CreditsScene } from './credits-scene.ts';

const DAY_MS = 86_400_000;
const NOON = new Date('2026-11-24T12:00:00Z');
const SOON = new Date(Date.now() + 60_000);
const PAST = new Date(Date.now() - 60_000);

interface Caps {
  spendPerDay?: number;
  spendTotal?: number;
}

describe('the caps of a key', () => {
  let scene: CreditsScene;
  let ledger: Ledger;
  let charges: Charges;
  let accounts: Accounts;

  before(async () => {
    scene = await startCredits();
    ({ ledger, charges } = scene);
    accounts = createAccounts(scene.scratch.database, systemClock);
  });
  after(() => scene.scratch.drop());

  async function capped(caps: Caps, credits = 1_000) {
    const orgId = await scene.organization(credits);
    const { keyId } = await accounts.createKey(orgId, caps);
    let counter = 0;
    const work = (amount: number, expiresAt: Date | null = SOON) => {
      counter += 1;
      const chargedFor = { operation: 'search', callerId: keyId, scope: null };
      return { orgId, businessKey: `${orgId}:${counter}`, amount, expiresAt, chargedFor };
    };
    return { orgId, keyId, work };
  }

  const spent = async (keyId: string) => {
    const [row] = await scene.scratch.database.query<{ today: number; total: number }>(
      'select spent_today::int as today, spent_total::int as total from api_keys where id = $1',
      [keyId],
    );
    return row;
  };
  /** What the postings and the open holds of a key say. */
  const booked = async (keyId: string) => {
    const [row] = await scene.scratch.database.query<{ total: number }>(
      `select (coalesce((select -sum(amount) from postings where caller_id = $1), 0)
             + coalesce((select sum(amount) from holds where caller_id = $1 and state = 'open'), 0))::int as total`,
      [keyId],
    );
    return row?.total;
  };
  const at = (time: Date): Clock => ({ now: () => time });

  it('refuse a charge above them, and name the cap with what it leaves', async () => {
    const { work, keyId } = await capped({ spendPerDay: 5, spendTotal: 8 });
    assert.equal(await charges.charge(work(3)), 'charged');
    const refused: ExceededCap = { cap: 'spend_per_day', limit: 5, left: 2 };
    assert.deepEqual(await charges.charge(work(3)), refused);
    assert.deepEqual(await charges.cover(work(3)), refused);
    assert.equal(await charges.charge(work(2)), 'charged');
    assert.deepEqual(await spent(keyId), { today: 5, total: 5 });
  });

  it('refuse a hold above them with a message that names the cap', async () => {
    const { work } = await capped({ spendTotal: 8 });
    assert.equal(await ledger.hold(work(6)), 'placed');
    await assert.rejects(ledger.hold(work(3)), {
      code: 'INSUFFICIENT_CREDITS',
      message:
        'This call needs 3 credits and the cap spend_total of this API key, 8, leaves 2. An owner of the organization can raise it in the console.',
    });
  });

  it('leave the balance to be named where that is what refuses', async () => {
    const { work } = await capped({ spendTotal: 3 }, 2);
    assert.equal(await charges.charge(work(3)), 'insufficient');
    assert.equal(await ledger.hold(work(3)), 'insufficient');
  });

  it('count holds, and get back what a hold releases', async () => {
    const { work, keyId } = await capped({ spendPerDay: 10 });
    const first = work(10);
    assert.equal(await ledger.hold(first), 'placed');
    assert.deepEqual(await charges.charge(work(1)), { cap: 'spend_per_day', limit: 10, left: 0 });
    assert.equal(await ledger.hold(first), 'placed', 'a repeated call finds its own hold');
    await ledger.settle(first.businessKey, 4);
    assert.deepEqual(await spent(keyId), { today: 4, total: 4 });
    assert.equal(await ledger.hold(work(6)), 'placed');
  });

  it('get back what an expired hold has reserved', async () => {
    const { work, keyId } = await capped({ spendPerDay: 10, spendTotal: 100 });
    await ledger.hold(work(4, PAST));
    await ledger.hold(work(3));
    // As the worker does it, which may not see keys.
    const { background } = (await databaseByRole(scene.scratch.database)).as;
    await createLedger(background, systemClock).expireHolds();
    assert.deepEqual(await spent(keyId), { today: 3, total: 3 });
  });

  it('begin at zero each day, and a hold of yesterday returns nothing to the count of today', async () => {
    const { work, keyId } = await capped({ spendPerDay: 10 });
    const { database } = scene.scratch;
    const yesterday = { ledger: createLedger(database, at(NOON)) };
    const today = new Date(NOON.getTime() + DAY_MS);
    const held = work(8, null);
    await yesterday.ledger.hold(held);
    assert.equal(await createCharges(database, at(today)).charge(work(9)), 'charged');
    assert.equal(await createLedger(database, at(today)).settle(held.businessKey, 5), true);
    assert.deepEqual(await spent(keyId), { today: 9, total: 14 });
    // The clock of this process is behind: the day stays the later one.
    const refused = await createCharges(database, at(NOON)).charge(work(2));
    assert.deepEqual(refused, { cap: 'spend_per_day', limit: 10, left: 1 });
  });

  it('are not exceeded by charges and holds that race in several processes', async () => {
    const { work, keyId } = await capped({ spendPerDay: 25, spendTotal: 30 });
    const { database } = scene.scratch;
    const processes = [1, 2, 3].map(() => ({
      charges: createCharges(database, systemClock),
      ledger: createLedger(database, systemClock),
    }));
    const racing = processes.flatMap((one) =>
      Array.from({ length: 15 }, (_, index) =>
        index % 3 === 0 ? one.ledger.hold(work(2)).catch((error: Error) => error) : one.charges.charge(work(1)),
      ),
    );
    await Promise.all(racing);
    assert.deepEqual(await spent(keyId), { today: 25, total: 25 });
    assert.equal(await booked(keyId), 25);
  });

  it('do not bind the other keys of the organization, which wait together with the capped one', async () => {
    const { orgId, work } = await capped({ spendTotal: 2 });
    const { keyId: other } = await accounts.createKey(orgId);
    const free = (index: number) => ({
      orgId,
      businessKey: `${orgId}:free:${index}`,
      amount: 1,
      chargedFor: { operation: 'search', callerId: other, scope: null },
    });
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) => charges.charge(index % 2 ? work(1) : free(index))),
    );
    assert.equal(results.filter((result) => result === 'charged').length, 6 + 2);
  });

  it('count what a key has spent before it was capped', async () => {
    const { orgId, keyId, work } = await capped({});
    await charges.charge(work(3));
    await ledger.hold(work(4));
    assert.deepEqual(await spent(keyId), { today: 0, total: 0 });
    await accounts.changeKey(keyId, { spendTotal: 8 });
    assert.deepEqual(await spent(keyId), { today: 7, total: 7 });
    assert.deepEqual(await charges.charge(work(2)), { cap: 'spend_total', limit: 8, left: 1 });
    await accounts.changeKey(keyId, { spendTotal: 7 });
    assert.deepEqual(await charges.charge(work(1)), { cap: 'spend_total', limit: 7, left: 0 });
    await accounts.changeKey(keyId, { spendTotal: null });
    assert.equal(await charges.charge({ ...work(50), orgId }), 'charged');
  });

  const step = fc.record({
    action: fc.constantFrom('hold', 'settle', 'charge', 'release', 'expire', 'cap'),
    key: fc.integer({ min: 0, max: 4 }),
    amount: fc.integer({ min: 1, max: 9 }),
  });

  it('agree with postings and holds, and are never exceeded, over 60 random interleavings', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 6 }),
        async (rounds) => {
          const { orgId, keyId } = await capped({ spendPerDay: 20, spendTotal: 20 });
          const chargedFor = { operation: 'search', callerId: keyId, scope: null };
          const carryOut = ({ action, key, amount }: { action: string; key: number; amount: number }) => {
            const businessKey = `${orgId}:${key}`;
            if (action === 'hold')
              return ledger.hold({ orgId, businessKey, amount, expiresAt: amount % 3 ? SOON : PAST, chargedFor });
            if (action === 'charge') return charges.charge({ orgId, businessKey, amount, chargedFor });
            if (action === 'settle') return ledger.settle(businessKey, amount);
            if (action === 'release') return ledger.settle(businessKey, 0);
            if (action === 'expire') return ledger.expireHolds();
            return accounts.changeKey(keyId, { spendPerDay: amount % 2 ? null : 20 });
          };
          for (const together of rounds) await Promise.allSettled(together.map(carryOut));
          const counted = await spent(keyId);
          assert.equal(counted?.total, await booked(keyId));
          assert.equal(counted?.today, counted?.total);
          assert.ok((counted?.total ?? 0) <= 20, JSON.stringify(counted));
        },
      ),
      { numRuns: 60, seed: Number(process.env.QUARRY_TEST_SEED ?? 20261124), endOnFailure: true },
    );
  });
});
