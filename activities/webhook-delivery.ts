import { cancellationSignal } from '@temporalio/activity';
import type { AttemptResult, AttemptKey } from '../services/monitors/webhooks/attempt.ts';
import { withHeartbeat } from './heartbeat.ts';

export interface WebhookDeliverySteps {
  attempt(of: AttemptKey, signal: AbortSignal): Promise<AttemptResult>;
}

export type WebhookDeliveryActivities = ReturnType<typeof webhookDeliveryActivities>;

export function webhookDeliveryActivities(steps: WebhookDeliverySteps) {
  return {
    /** Sends a message once, unless this attempt is recorded already or the message is obsolete. */
    attemptDelivery: (of: AttemptKey): Promise<AttemptResult> =>
      withHeartbeat(() => steps.attempt(of, cancellationSignal())),
  };
}
