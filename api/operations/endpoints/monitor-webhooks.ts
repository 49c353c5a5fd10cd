import { z } from 'zod';
import { WEBHOOK_EVENTS } from '../../../entities/monitors/monitor.ts';
import type { Monitors } from '../../../services/monitors/monitors.ts';
import type { Delivery, DeliveryAttempt, ReadDeliveries } from '../../../services/monitors/webhooks/read-deliveries.ts';
import type { TestWebhook } from '../../../services/monitors/webhooks/test-webhook.ts';
import { pageOf } from '../../../services/core/page.ts';
import { operation, type Operation } from '../calls/operation.ts';
import { ListDeliveriesQuery } from '../requests/monitor-lists.ts';

const httpStatus = z.int().optional().describe('HTTP status of the response. Absent if there was no response.');
const error = z.string().optional().describe('Why the delivery failed, for a person. Absent if it succeeded.');

const responseBody = z
  .string()
  .optional()
  .describe('First KiB of the response body, as UTF-8. Absent if there was no response.');

const WebhookTested = z
  .object({ delivered: z.boolean(), http_status_code: httpStatus, error })
  .meta({ id: 'WebhookTested' });

const DeliveryObject = z
  .object({
    id: z.string().describe('Id of the delivery: the header `webhook-id` of each of its attempts.'),
    event: z.enum(WEBHOOK_EVENTS),
    run_id: z.string().describe('Id of the run: a 64-bit integer in a string.'),
    status: z.enum(['pending', 'delivered', 'exhausted']).describe('exhausted: all attempts failed.'),
    attempts: z.array(
      z.object({ at: z.iso.datetime(), http_status_code: httpStatus, error, response_body: responseBody }),
    ),
  })
  .meta({ id: 'WebhookDelivery' });

const DeliveryList = z
  .object({ has_more: z.boolean().describe('Whether a next page exists.'), deliveries: z.array(DeliveryObject) })
  .meta({ id: 'WebhookDeliveryList' });

export interface MonitorWebhookServices {
  monitors: Pick<Monitors, 'get'>;
  test: TestWebhook;
  deliveries: ReadDeliveries;
}

export function monitorWebhookOperations({ monitors, test, deliveries }: MonitorWebhookServices): Operation[] {
  return [
    operation({
      method: 'POST',
      path: '/v1/monitors/:monitor_id/webhook/test',
      operationId: 'testMonitorWebhook',
      tag: 'Monitors',
      summary: "Test a monitor's webhook",
      description:
        'Sends one message of the type `webhook.test`, without retries, and waits up to 15 seconds for the response. The monitor may be paused.',
      conflict: 'The monitor has no webhook. Set one with PATCH /v1/monitors/{monitor_id}.',
      scope: 'monitors:write',
      rateClass: 'monitors',
      success: { status: 200, description: 'Result of the delivery.', schema: WebhookTested },
      async handle({ caller, params, signal }) {
        const { id } = await monitors.get(caller.orgId, params.monitor_id ?? '');
        const posted = await test(id, signal);
        return { delivered: posted.isDelivered, ...outcomeToWire(posted) };
      },
    }),
    operation({
      method: 'GET',
      path: '/v1/monitors/:monitor_id/webhook/deliveries',
      operationId: 'listMonitorWebhookDeliveries',
      tag: 'Monitors',
      summary: "List the deliveries to a monitor's webhook",
      description:
        'Deliveries of the last 30 days, newest first. Messages that were dropped because the webhook was removed or disabled are not in the list.',
      scope: 'monitors:read',
      query: ListDeliveriesQuery,
      success: { status: 200, description: 'One page of deliveries, at most 3.5 MiB.', schema: DeliveryList },
      async handle({ caller, params, query }) {
        const { id } = await monitors.get(caller.orgId, params.monitor_id ?? '');
        const found = await deliveries(id, query);
        const page = pageOf(found.deliveries.map(deliveryToWire), found.hasMore);
        return { has_more: page.hasMore, deliveries: page.items };
      },
    }),
  ];
}

function deliveryToWire({ id, event, runId, status, attempts }: Delivery) {
  return { id, event, run_id: runId, status, attempts: attempts.map(attemptToWire) };
}

function attemptToWire({ at, responseBody: body, ...outcome }: DeliveryAttempt) {
  return { at: at.toISOString(), ...outcomeToWire(outcome), ...(body !== '' && { response_body: body }) };
}

function outcomeToWire({ httpStatus, error }: { httpStatus?: number | null; error: string }) {
  return { ...(typeof httpStatus === 'number' && { http_status_code: httpStatus }), ...(error !== '' && { error }) };
}
