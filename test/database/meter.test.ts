import assert from 'node:assert/strict';
import { type Charges } from '../../services/billing/charges.ts';
import { type Ledger } from '../../services/billing/ledger.ts';
import { createMeter } from '../../services/billing/charge-call.ts';
import { systemClock } from '../../services/core/clock.ts';
import type { TestDatabase } from '../support/postgres.ts';
import { startCredits, type CreditsScene } from './credits-scene.ts';

describe('work of a fixed price', () => {
  let scratch: TestDatabase;
  let ledger: Ledger;
  let charges: Charges;
  let organization: CreditsScene['organization'];

  before(async () => {
    ({ scratch, ledger, charges, organization } = await startCredits());
  });
  after(() => scratch.drop());
  const meter = (changes: Partial<Charges> = {}) =>
    createMeter({ ledger, charges: { ...charges, ...changes }, clock: systemClock });
  const work = { find: async () => 'found', shape: (found: string) => `${found} and shaped` };
  const chargeOf = (orgId: string, name = 'a') => ({ orgId, operationId: `${orgId}:${name}`, upTo: 1 });
  const balance = async (orgId: string) => (await ledger.balance(orgId))?.balance;

  it('is charged once, whatever is retried', async () => {
    const orgId = await organization(1);
    assert.equal(await meter().priced(chargeOf(orgId), work), 'found and shaped');
    assert.equal(await meter().priced(chargeOf(orgId), work), 'found and shaped');
    assert.deepEqual(await ledger.balance(orgId), { balance: 0, held: 0 });
  });

  it('is refused before it begins if the balance does not cover it', async () => {
    const orgId = await organization(0);
    const find = async () => assert.fail('work was begun');
    await assert.rejects(meter().priced(chargeOf(orgId), { ...work, find }), { code: 'INSUFFICIENT_CREDITS' });
  });

  it('returns no result if other calls spend the balance meanwhile', async () => {
    const orgId = await organization(1);
    const find = async () => {
      await charges.charge({ orgId, businessKey: `${orgId}:other`, amount: 1 });
      return 'found';
    };
    await assert.rejects(meter().priced(chargeOf(orgId), { ...work, find }), { code: 'INSUFFICIENT_CREDITS' });
    assert.equal(await balance(orgId), 0);
  });

  it('costs nothing if nothing can be found', async () => {
    const orgId = await organization(1);
    const find = () => Promise.reject(new Error('the index is away'));
    await assert.rejects(meter().priced(chargeOf(orgId), { ...work, find }), /the index is away/);
    assert.equal(await balance(orgId), 1);
  });

  it('returns no result before its charge is committed', async () => {
    const orgId = await organization(1);
    const committing = Promise.withResolvers<void>();
    const shaped = Promise.withResolvers<void>();
    let isCommitted = false;
    const charge: Charges['charge'] = async (one) => {
      await committing.promise;
      isCommitted = true;
      return charges.charge(one);
    };
    const shape = (found: string) => {
      shaped.resolve();
      return found;
    };
    const result = meter({ charge })
      .priced(chargeOf(orgId), { ...work, shape })
      .then((found) => [found, isCommitted]);
    await shaped.promise;
    committing.resolve();
    assert.deepEqual(await result, ['found', true]);
  });

  it('asks the caller to retry with the same key if the charge may have been posted', async () => {
    const orgId = await organization(1);
    const charge: Charges['charge'] = async (one) => {
      await charges.charge(one);
      throw Object.assign(new Error('the connection was lost'), { code: 'ECONNRESET' });
    };
    await assert.rejects(meter({ charge }).priced(chargeOf(orgId), work), { code: 'UNAVAILABLE', isAfterwards: true });
    assert.equal(await meter().priced(chargeOf(orgId), work), 'found and shaped');
    assert.equal(await balance(orgId), 0);
  });
});
