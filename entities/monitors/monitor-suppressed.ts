import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** A document that a run found at a new address and did not deliver, and why. */
export const MonitorSuppressedSchema = defineEntity({
  name: 'MonitorSuppressed',
  tableName: 'monitor_suppressed',
  properties: {
    run: p.string().primary(),
    ordinal: p.integer().primary(),
    url: p.text(),
    title: p.text(),
    reason: p.enum(['same_text', 'near_duplicate'] as const),
    duplicateOf: p.bigint('string'),
    /** Share of novel sentences, 0 to 1. */
    novelShare: p.double().$type<number>(),
    /** Its beginning. Null: suppressed before texts were kept. */
    text: p.text().nullable(),
    createdAt: p.datetime(3),
  },
  indexes: [{ name: 'monitor_suppressed_oldest_first', properties: ['createdAt'] }],
});

export type MonitorSuppressed = InferEntity<typeof MonitorSuppressedSchema>;
