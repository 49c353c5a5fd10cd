import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** One use of an `Idempotency-Key`: a lease while the call runs, its encrypted response afterwards, for 24 hours. */
export const IdempotencyRecordSchema = defineEntity({
  name: 'IdempotencyRecord',
  tableName: 'idempotency_records',
  properties: {
    orgId: p.string().primary(),
    key: p.string().primary(),
    requestSha256: p.string().length(64),
    /** Names the work in ledger keys, over all tries of the same call. */
    operationId: p.string(),
    /** Of the process and call that run it now; another may take over once the lease has passed. */
    leaseUntil: p.datetime(3).nullable(),
    leaseHolder: p.string().nullable(),
    httpStatus: p.integer().nullable(),
    response: p.blob().nullable(),
    createdAt: p.datetime(3).index(),
  },
});

export type IdempotencyRecord = InferEntity<typeof IdempotencyRecordSchema>;
