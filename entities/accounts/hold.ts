import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** Credits reserved for work that is going on. Closed once: settled (posted in part or whole), released or expired. */
export const HoldSchema = defineEntity({
  name: 'Hold',
  tableName: 'holds',
  properties: {
    businessKey: p.string().primary(),
    orgId: p.string().index(),
    amount: p.bigint('string'),
    state: p.enum(['open', 'settled', 'released', 'expired'] as const),
    /** What the posting of a settlement takes over. */
    operation: p.string().nullable(),
    callerId: p.string().nullable(),
    scope: p.string().nullable(),
    /** Null: never by time; the code that placed it closes it. */
    expiresAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    closedAt: p.datetime(3).nullable(),
  },
  indexes: [
    {
      name: 'holds_open_expiry',
      expression: "create index holds_open_expiry on holds (expires_at) where state = 'open'",
    },
  ],
});

export type Hold = InferEntity<typeof HoldSchema>;
