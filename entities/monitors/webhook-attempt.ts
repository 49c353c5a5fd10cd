import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** One attempt to send a webhook, and what came of it. */
export const WebhookAttemptSchema = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempts',
  properties: {
    messageId: p.string().primary(),
    /** From 1. */
    attempt: p.integer().primary(),
    monitorId: p.string().index(),
    at: p.datetime(3).index(),
    /** Null where no answer came. */
    httpStatus: p.integer().nullable(),
    /** Empty where it arrived. */
    error: p.text(),
    /** The beginning of the answer's body, at most 1 KiB as sent. */
    responseBody: p.text(),
  },
});

export type WebhookAttempt = InferEntity<typeof WebhookAttemptSchema>;
