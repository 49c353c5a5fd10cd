import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** A webhook that has to be sent: written in the transaction that ends the run. */
export const WebhookOutboxSchema = defineEntity({
  name: 'WebhookOutbox',
  tableName: 'webhook_outbox',
  properties: {
    /** `msg_…`, the same over all tries: derived from monitor, run and event. */
    id: p.string().primary(),
    monitorId: p.string().index(),
    runId: p.bigint('string'),
    event: p.string(),
    body: p.json<Record<string, unknown>>(),
    createdAt: p.datetime(3),
  },
});

export type WebhookOutbox = InferEntity<typeof WebhookOutboxSchema>;
