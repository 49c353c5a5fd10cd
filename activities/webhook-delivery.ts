import { cancellationSignal } from '@temporalio/activity';
import type { Attempted, AttemptOf } from '../services/monitors/webhooks/attempt.ts';
import { withHeartbeat } from './heartbeat.ts';

export interface WebhookDeliverySteps {
  attempt(of: AttemptOf, signal: AbortSignal): Promise<Attempted>;
}

export type WebhookDeliveryActivities = ReturnType<typeof webhookDeliveryActivities>;

export function webhookDeliveryActivities(steps: WebhookDeliverySteps) {
  return {
    /** Sends a message once, unless this attempt is recorded already or the message is obsolete. */
    attemptDelivery: (of: AttemptOf): Promise<Attempted> =>
      withHeartbeat(() => steps.attempt(of, cancellationSignal())),
  };
}
