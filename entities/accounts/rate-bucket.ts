import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/**
 * What all processes together have taken of one rate of one caller in its current minute. The table is not logged: a
 * crash of PostgreSQL empties it.
 */
export const RateBucketSchema = defineEntity({
  name: 'RateBucket',
  tableName: 'rate_buckets',
  properties: {
    /** The key, or the user of a session. */
    callerId: p.string().primary(),
    /** A class of calls, or the bytes of one. */
    rate: p.string().primary(),
    orgId: p.string(),
    taken: p.bigint('string'),
    /** What the last statement got of what it asked for. */
    granted: p.bigint('string'),
    /** When the bucket is full again. */
    endsAt: p.datetime(3).index(),
  },
});

export type RateBucket = InferEntity<typeof RateBucketSchema>;
