import type { Client } from '@temporalio/client';
import type { Workflows } from './contracts.ts';
import { TASK_QUEUES, WORKFLOWS } from './names.ts';
import { organizationOptions } from './organization-options.ts';

// Above the maximum duration of ten attempts, each delayed by a day.
const DELIVERY_TIMEOUT = '30d';

export interface WebhookDelivery {
  messageId: string;
  orgId: string;
}

export async function startWebhookDelivery(client: Client, { messageId, orgId }: WebhookDelivery): Promise<void> {
  await client.workflow.start<Workflows['webhookDelivery']>(WORKFLOWS.webhookDelivery, {
    args: [{ messageId, orgId }],
    workflowId: messageId,
    taskQueue: TASK_QUEUES.workflows,
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowExecutionTimeout: DELIVERY_TIMEOUT,
    requestEagerStart: true,
    ...organizationOptions(orgId),
    staticSummary: 'Delivery of a webhook',
  });
}
