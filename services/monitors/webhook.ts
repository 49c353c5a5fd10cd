import { randomBytes } from 'node:crypto';
import type { AllowList } from '../egress/allow-list.ts';
import { ServiceError } from '../core/errors.ts';
import { webhookUrlFault } from './storage/webhook-target.ts';

/** The receiver of a monitor's events; null: none. */
export interface Webhook {
  url: string;
  /** Empty: all. */
  events: string[];
  status: 'active' | 'disabled';
  /** Why the service disabled the webhook. */
  reason: string | null;
}

/** The changes of a webhook. Undefined fields are unchanged. */
export type WebhookChange = { [Name in 'url' | 'events' | 'status']?: Webhook[Name] | undefined };

const SECRET_BYTES = 32;

/** In the form of the Standard Webhooks libraries. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/**
 * The webhook after a request: the fields that are set replace the stored ones.
 *
 * @param given undefined leaves the webhook unchanged, null removes it
 * @throws ServiceError INVALID_REQUEST for a new webhook without a URL, and for a URL that is not allowed
 */
export function mergedWebhook(
  current: Webhook | null,
  given: WebhookChange | null | undefined,
  allowList: AllowList,
): Webhook | null {
  if (given === undefined) return current;
  if (given === null) return null;
  const url = given.url ?? current?.url ?? '';
  const fault = url === '' ? 'is required' : webhookUrlFault(url, allowList);
  if (fault !== undefined) throw new ServiceError('INVALID_REQUEST', `webhook.url: ${fault}`, { param: 'webhook.url' });
  const status = given.status ?? current?.status ?? 'active';
  return {
    url,
    events: [...new Set(given.events ?? current?.events)],
    status,
    reason: status === 'active' ? null : (current?.reason ?? null),
  };
}
