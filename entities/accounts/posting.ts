import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** One movement of credits: grants add, charges subtract. Append-only; the business key makes it happen once. */
export const PostingSchema = defineEntity({
  name: 'Posting',
  tableName: 'postings',
  properties: {
    id: p.bigint('string').primary().autoincrement(),
    orgId: p.string(),
    businessKey: p.string().unique(),
    amount: p.bigint('string'),
    /** What the amount is for; null for grants, and for work that was done before this was kept. */
    operation: p.string().nullable(),
    /** The key that made the call, or the user of the session. */
    callerId: p.string().nullable(),
    scope: p.string().nullable(),
    /** Why an operator granted or took credits. Null for charges. */
    reason: p.text().nullable(),
    createdAt: p.datetime(3),
  },
  indexes: [{ name: 'postings_by_time', properties: ['orgId', 'createdAt'] }],
});

export type Posting = InferEntity<typeof PostingSchema>;
