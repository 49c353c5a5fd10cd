import { createAccounts } from '../../services/accounts/accounts.ts';
import { createCharges, type Charges } from '../../services/billing/charges.ts';
import { createLedger, type Ledger } from '../../services/billing/ledger.ts';
import { systemClock } from '../../services/core/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

export interface CreditsScene {
  scratch: TestDatabase;
  ledger: Ledger;
  charges: Charges;
  /** Makes an organization with credits. @returns its id */
  organization(credits: number): Promise<string>;
}

/** A ledger in a database of its own. */
export async function startCredits(): Promise<CreditsScene> {
  const scratch = await createTestDatabase();
  const accounts = createAccounts(scratch.database, systemClock);
  let counter = 0;
  return {
    scratch,
    ledger: createLedger(scratch.database, systemClock),
    charges: createCharges(scratch.database, systemClock),
    async organization(credits) {
      counter += 1;
      return (await accounts.createOrganization(`credits ${counter}`, credits)).orgId;
    },
  };
}
