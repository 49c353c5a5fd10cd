import type { Clock } from '../core/clock.ts';
import { ServiceError } from '../core/errors.ts';
import type { Database } from '../database/database.ts';
import { createLedger } from '../billing/ledger.ts';
import { requireOrganization } from './accounts.ts';
import type { Actor } from '../database/roles/acting.ts';
import { changeCredits, type CreditChange } from './credits.ts';
import { listOrganizations } from './listing.ts';

/** What operators see and do by the console, of any organization: its credits, and nothing that it keeps. */
export interface Operators {
  list(): ReturnType<typeof listOrganizations>;
  /** @throws ServiceError NOT_FOUND */
  requireOrganization(orgId: string): Promise<void>;
  /** @returns the balance after it @throws ServiceError NOT_FOUND, and as `changeCredits` does */
  changeCredits(orgId: string, change: OperatorChange): Promise<{ balance: number; held: number }>;
}

interface OperatorChange extends Pick<CreditChange, 'amount' | 'operationId'> {
  reason: string;
  actor: Actor;
}

export function createOperators(operator: Database, clock: Clock): Operators {
  const ledger = createLedger(operator, clock);
  return {
    list: () => listOrganizations(operator),
    requireOrganization: (orgId) => requireOrganization(operator, orgId),
    async changeCredits(orgId, change) {
      await requireOrganization(operator, orgId);
      await operator.transaction((sql) => changeCredits(sql, { orgId, ...change, at: clock.now() }));
      const balance = await ledger.balance(orgId);
      if (!balance) throw new ServiceError('NOT_FOUND', `No organization has the id ${orgId}.`);
      return balance;
    },
  };
}
