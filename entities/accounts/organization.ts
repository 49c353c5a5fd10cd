import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/**
 * A customer of this installation and its credits. `balance` is the sum of the postings, `held` what open holds reserve
 * of it; both change only beside a posting or a hold, in the same transaction.
 */
export const OrganizationSchema = defineEntity({
  name: 'Organization',
  tableName: 'organizations',
  properties: {
    id: p.string().primary(),
    name: p.text(),
    balance: p.bigint('string').default('0'),
    held: p.bigint('string').default('0'),
    suspendedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
  },
  checks: [
    { name: 'organizations_held_not_negative', expression: 'held >= 0' },
    { name: 'organizations_balance_covers_held', expression: 'balance >= held' },
  ],
});

export type Organization = InferEntity<typeof OrganizationSchema>;
