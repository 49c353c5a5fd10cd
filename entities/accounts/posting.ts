import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** One movement of credits: grants add, charges subtract. Append-only; the business key makes it happen once. */
export const PostingSchema = defineEntity({
  name: 'Posting',
  tableName: 'postings',
  properties: {
    id: p.bigint('string').primary().autoincrement(),
    orgId: p.string().index(),
    businessKey: p.string().unique(),
    amount: p.bigint('string'),
    createdAt: p.datetime(3),
  },
});

export type Posting = InferEntity<typeof PostingSchema>;
