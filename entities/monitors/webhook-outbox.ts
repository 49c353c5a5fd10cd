import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** `dropped`: its monitor was deleted, or its webhook removed or disabled, before it arrived. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'exhausted', 'dropped'] as const;

/** A webhook that has to be sent: written in the transaction that ends the run. */
export const WebhookOutboxSchema = defineEntity({
  name: 'WebhookOutbox',
  tableName: 'webhook_outbox',
  properties: {
    /** `msg_…`, the same over all tries: derived from monitor, run and event. */
    id: p.string().primary(),
    monitorId: p.string(),
    runId: p.bigint('string'),
    event: p.string(),
    /** JSON as it is sent: the same bytes at every attempt. */
    body: p.text(),
    createdAt: p.datetime(3),
    status: p.enum(DELIVERY_STATUSES).default('pending'),
    /** When the next attempt is due; null before the first. */
    dueAt: p.datetime(3).nullable(),
    /** When its workflow was started, the last time. */
    relayedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
  },
  indexes: [
    { name: 'webhook_outbox_in_order', properties: ['monitorId', 'runId'] },
    {
      name: 'webhook_outbox_pending',
      expression: `create index webhook_outbox_pending on webhook_outbox (id) where status = 'pending'`,
    },
    { name: 'webhook_outbox_oldest_first', properties: ['createdAt'] },
  ],
});

export type WebhookOutbox = InferEntity<typeof WebhookOutboxSchema>;
