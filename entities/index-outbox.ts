import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** Changes of documents that the full-text index does not have yet, in order. */
export const IndexOutboxSchema = defineEntity({
  name: 'IndexOutbox',
  tableName: 'index_outbox',
  properties: {
    seq: p.bigint('string').primary().autoincrement(),
    documentId: p.string(),
    orgId: p.string(),
    operation: p.enum(['upsert', 'delete'] as const),
  },
});

export type IndexOutbox = InferEntity<typeof IndexOutboxSchema>;
