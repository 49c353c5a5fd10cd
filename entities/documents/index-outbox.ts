import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** Changes of documents that the full-text index does not have yet, in order. */
export const IndexOutboxSchema = defineEntity({
  name: 'IndexOutbox',
  tableName: 'index_outbox',
  indexes: [{ properties: ['bulk', 'seq'] }],
  properties: {
    seq: p.bigint('string').primary().autoincrement(),
    /** Empty, as is the owner, of an entry that asks for the whole index anew. */
    documentId: p.string(),
    orgId: p.string(),
    /** `insert` of a new document, `upsert` of a new version. */
    operation: p.enum(['insert', 'upsert', 'delete', 'rebuild'] as const),
    /** Part of a large call, which waits until the small ones are indexed. */
    bulk: p.boolean().default(false),
  },
});

export type IndexOutbox = InferEntity<typeof IndexOutboxSchema>;
