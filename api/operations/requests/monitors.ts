import { z } from 'zod';
import { WEBHOOK_EVENTS, WEBHOOK_STATUSES } from '../../../entities/monitors/monitor.ts';
import { CADENCE_PATTERN } from '../../../services/core/cadence.ts';
import type { MonitorSettings } from '../../../services/monitors/create-monitor.ts';
import { MAX_URL_BYTES } from '../../../services/monitors/storage/webhook-target.ts';
import type { MonitorChanges } from '../../../services/monitors/update-monitor.ts';
import type { WebhookChange } from '../../../services/monitors/webhook.ts';
import { cadenceOf, Storable } from './text-values.ts';
import { SearchRequests } from './monitor-searches.ts';

const MAX_NAME_BYTES = 512;

const Name = Storable.refine(
  (name) => Buffer.byteLength(name) <= MAX_NAME_BYTES,
  `is longer than ${MAX_NAME_BYTES} bytes`,
)
  .meta({ maxLength: MAX_NAME_BYTES })
  .nullish();

const CADENCE = 'Time between two runs: a number and one unit of s, m, h, d, w, such as 90m. From 1 hour to 366 days.';

const Status = z.enum(['active', 'paused'], 'must be active or paused');

const Webhook = z.strictObject({
  events: z
    .array(z.enum(WEBHOOK_EVENTS, `must be one of ${WEBHOOK_EVENTS.join(', ')}`))
    .nullish()
    .describe(
      'Events that the webhook receives. An empty list: all events. Default: all events; in an update: unchanged.',
    ),
  status: z
    .enum(WEBHOOK_STATUSES, `must be one of ${WEBHOOK_STATUSES.join(', ')}`)
    .nullish()
    .describe('active sends messages; disabled sends none. Default active; in an update: unchanged.'),
  url: Storable.meta({ maxLength: MAX_URL_BYTES })
    .nullish()
    .describe('Address of the webhook: https, unless the operator allows its host.'),
});

const apiKey = z
  .string()
  .nullish()
  .describe('Accepted for compatibility with gRPC and ignored. Send the key in a header.');

/** Body of POST /v1/monitors. @see docs/rules.md#monitors */
export const CreateMonitorRequest = z
  .strictObject({
    name: Name.transform((name) => name ?? '').describe(
      'Name of the monitor, at most 512 bytes of UTF-8. A name that is not empty must be unique in the organization. Default empty.',
    ),
    cadence: z.string().meta({ pattern: CADENCE_PATTERN }).transform(cadenceOf).describe(CADENCE),
    search_requests: SearchRequests.refine((requests) => requests.length > 0, 'must hold at least one request').meta({
      minItems: 1,
      description: '1 to 1,000 searches, no two identical, none with an api_key.',
    }),
    status: Status.nullish()
      .transform((status) => status ?? 'active')
      .describe('active starts the first run at once; paused runs nothing. Default active.'),
    webhook: Webhook.nullish().describe('Webhook that receives the result of each run. Default: none.'),
    api_key: apiKey,
  })
  .meta({ id: 'CreateMonitorRequest' });

export function toMonitorSettings(body: z.output<typeof CreateMonitorRequest>): MonitorSettings {
  const { name, cadence, search_requests: requests, status, webhook } = body;
  return { name, cadence, requests, status, webhook: webhook ? toWebhookChange(webhook) : null };
}

/** Body of PATCH /v1/monitors/{monitor_id}: omitted fields are unchanged. @see docs/rules.md#monitors */
export const UpdateMonitorRequest = z
  .strictObject({
    monitor_id: z.string().nullish().describe('Must be empty or equal to the id in the path.'),
    name: Name.describe('New name, at most 512 bytes of UTF-8. Null removes the name.'),
    cadence: z
      .string()
      .meta({ pattern: `^$|${CADENCE_PATTERN}` })
      .transform((text, context) => (text === '' ? undefined : cadenceOf(text, context)))
      .optional()
      .describe(`${CADENCE} An empty string leaves the cadence unchanged.`),
    search_requests: SearchRequests.optional().describe(
      'Searches that replace the present ones. An empty list leaves them unchanged.',
    ),
    status: Status.optional().describe('New status. A disabled monitor becomes active again with active.'),
    webhook: Webhook.nullish().describe(
      'Fields to change in the webhook; omitted fields are unchanged. Null removes the webhook.',
    ),
    api_key: apiKey,
  })
  .meta({ id: 'UpdateMonitorRequest' });

/** The fields of the request; an empty name, cadence or list is treated as described above. */
export function toMonitorChanges(body: z.output<typeof UpdateMonitorRequest>): MonitorChanges {
  const { name, cadence, search_requests: requests, status, webhook } = body;
  return {
    name: name === null ? '' : name,
    cadence,
    requests: requests && requests.length > 0 ? requests : undefined,
    status,
    webhook: webhook && toWebhookChange(webhook),
  };
}

function toWebhookChange({ events, status, url }: z.output<typeof Webhook>): WebhookChange {
  return { events: events ?? undefined, status: status ?? undefined, url: url ?? undefined };
}
