import { ActivityCancellationType, proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow';
import type { WebhookDeliveryActivities } from '../activities/webhook-delivery.ts';
import type { WebhookDeliveryInput } from '../services/temporal/contracts.ts';
import { TASK_QUEUES } from '../services/temporal/names.ts';

// An attempt takes 15 s; recording it may wait for the end of a run of the monitor.
// A receiver's failure is a result. Retries are for a lost worker or database, and continue until it is back, because
// the message must not be lost.
const { attemptDelivery } = proxyActivities<WebhookDeliveryActivities>({
  taskQueue: TASK_QUEUES.webhooks,
  startToCloseTimeout: '10m',
  heartbeatTimeout: '10s',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '500ms', maximumInterval: '1m' },
});

/** Sends a message until it is delivered or obsolete. @see docs/rules.md#webhooks */
export async function webhookDelivery({ messageId, orgId }: WebhookDeliveryInput): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await attemptDelivery.executeWithOptions(
      { summary: `Attempt ${attempt}`, priority: { fairnessKey: orgId } },
      [{ messageId, attempt }],
    );
    if (result.status !== 'again') return result.status;
    setCurrentDetails(`Attempt ${attempt} failed`);
    if (result.waitMs > 0) await sleep(result.waitMs);
  }
}
