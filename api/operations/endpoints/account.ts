import { z } from 'zod';
import type { Ledger } from '../../../services/billing/ledger.ts';
import type { RateLimits } from '../../../services/accounts/rate-limits.ts';
import { ServiceError } from '../../../services/core/errors.ts';
import { operation, type Operation } from '../calls/operation.ts';

const Account = z
  .object({
    organization_id: z.string(),
    balance: z.int().describe('Balance in credits: all grants minus all charges.'),
    held: z.int().describe('Credits of the balance that are reserved by running work.'),
    limits: z.object({
      requests_per_minute: z
        .record(z.string(), z.int())
        .describe('Requests a minute of each key, by class of endpoint. Empty where rates are not limited.'),
      documents: z.int().describe('Maximum number of documents in the index of the organization.'),
      agent_runs_at_once: z.int(),
      monitors: z.int().describe('Maximum number of monitors of the organization.'),
    }),
  })
  .meta({ id: 'Account' });

export interface AccountLimits {
  documents: number;
  agent_runs_at_once: number;
  requests_per_minute: Partial<RateLimits>;
  monitors: number;
}

export function accountOperations(ledger: Ledger, limits: AccountLimits): Operation[] {
  return [
    operation({
      method: 'GET',
      path: '/v1/account',
      operationId: 'getAccount',
      tag: 'Account',
      summary: 'Read the balance and the limits of the organization',
      success: { status: 200, description: 'The account of the organization.', schema: Account },
      async handle({ caller }) {
        const balance = await ledger.balance(caller.orgId);
        if (!balance) throw new ServiceError('NOT_FOUND', 'No organization has this id.');
        return { organization_id: caller.orgId, ...balance, limits };
      },
    }),
  ];
}
