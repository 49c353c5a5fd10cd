import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** What a monitor has delivered: the address for as long as the monitor lives, the likeness of the text for 30 days. */
export const MonitorMemorySchema = defineEntity({
  name: 'MonitorMemory',
  tableName: 'monitor_memory',
  properties: {
    monitorId: p.string().primary(),
    /** 16 bytes of the canonical URL's SHA-256. */
    urlHash: p.blob().primary(),
    recordId: p.bigint('string'),
    deliveredAt: p.datetime(3),
    /** Null: no text, or its time has passed. */
    bodyHash: p.blob().nullable(),
    /** Bands of the MinHash signature, the monitor mixed in: near-duplicates share one. */
    bands: p
      .array<number>((member) => Number(member))
      .columnType('int[]')
      .nullable(),
    /** Hashes of sentences at its ends, short ones and those of its site: what many documents say is boilerplate. */
    phrases: p
      .array<number>((member) => Number(member))
      .columnType('int[]')
      .nullable(),
  },
  indexes: [
    {
      name: 'monitor_memory_bodies',
      expression:
        'create index monitor_memory_bodies on monitor_memory (monitor_id, body_hash) where body_hash is not null',
    },
    {
      name: 'monitor_memory_fading',
      expression: 'create index monitor_memory_fading on monitor_memory (delivered_at) where body_hash is not null',
    },
  ],
});

export type MonitorMemory = InferEntity<typeof MonitorMemorySchema>;
