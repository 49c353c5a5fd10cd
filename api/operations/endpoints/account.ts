import { z } from 'zod';
import type { Ledger } from '../../../services/billing/ledger.ts';
import { RATE_LIMITS } from '../../../services/accounts/rate-limits.ts';
import { ServiceError } from '../../../services/core/errors.ts';
import { operation, type Operation } from '../calls/operation.ts';

const Account = z
  .object({
    organization_id: z.string(),
    balance: z.int().describe('Credits: the sum of all grants and charges.'),
    held: z.int().describe('Credits of the balance that running work has reserved.'),
    limits: z.object({
      requests_per_minute: z.record(z.string(), z.int()).describe('By class of endpoint and key.'),
      documents: z.int().describe('Documents that the organization may keep in its index.'),
      agent_runs_at_once: z.int(),
      monitors: z.int().describe('Monitors that the organization may have.'),
    }),
  })
  .meta({ id: 'Account' });

export interface AccountLimits {
  documents: number;
  agent_runs_at_once: number;
  monitors: number;
}

export function accountOperations(ledger: Ledger, limits: AccountLimits): Operation[] {
  return [
    operation({
      method: 'GET',
      path: '/v1/account',
      operationId: 'getAccount',
      tag: 'Account',
      summary: 'Balance and limits of the calling organization',
      success: { status: 200, description: 'The account.', schema: Account },
      async handle({ caller }) {
        const balance = await ledger.balance(caller.orgId);
        if (!balance) throw new ServiceError('NOT_FOUND', 'No organization has this id.');
        return { organization_id: caller.orgId, ...balance, limits: { requests_per_minute: RATE_LIMITS, ...limits } };
      },
    }),
  ];
}
