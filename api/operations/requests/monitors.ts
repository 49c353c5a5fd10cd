import { z } from 'zod';
import { WEBHOOK_EVENTS, WEBHOOK_STATUSES } from '../../../entities/monitors/monitor.ts';
import { CADENCE_PATTERN } from '../../../services/core/cadence.ts';
import type { MonitorSettings } from '../../../services/monitors/create-monitor.ts';
import { MAX_URL_BYTES } from '../../../services/monitors/storage/webhook-target.ts';
import type { MonitorChanges } from '../../../services/monitors/update-monitor.ts';
import type { WebhookChange } from '../../../services/monitors/webhook.ts';
import { cadenceOf, Storable } from './text-values.ts';
import { PageRequests, SearchRequests } from './monitor-searches.ts';

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

// Both lists are empty or absent.
const ofNothing = { properties: { search_requests: { maxItems: 0 }, page_requests: { maxItems: 0 } } };

/** Body of POST /v1/monitors. @see docs/rules.md#monitors */
export const CreateMonitorRequest = z
  .strictObject({
    name: Name.transform((name) => name ?? '').describe(
      'Name of the monitor, at most 512 bytes of UTF-8. A name that is not empty must be unique in the organization. Default empty.',
    ),
    cadence: z.string().meta({ pattern: CADENCE_PATTERN }).transform(cadenceOf).describe(CADENCE),
    search_requests: SearchRequests.nullish()
      .transform((requests) => requests ?? [])
      .describe('Up to 1,000 searches, no two identical, none with an api_key. Required where no page is given.'),
    page_requests: PageRequests.nullish()
      .transform((pages) => pages ?? [])
      .describe('Pages to watch, no two identical; with the searches up to 1,000. Default: none.'),
    status: Status.nullish()
      .transform((status) => status ?? 'active')
      .describe('active starts the first run at once; paused runs nothing. Default active.'),
    webhook: Webhook.nullish().describe('Webhook that receives the result of each run. Default: none.'),
    api_key: apiKey,
  })
  .refine(({ search_requests: searches, page_requests: pages }) => searches.length + pages.length > 0, {
    path: ['search_requests'],
    message: 'a monitor has at least one search or page',
  })
  .meta({ id: 'CreateMonitorRequest', not: ofNothing });

export function toMonitorSettings(body: z.output<typeof CreateMonitorRequest>): MonitorSettings {
  const { name, cadence, search_requests: requests, page_requests: pages, status, webhook } = body;
  return { name, cadence, requests, pages, status, webhook: webhook ? toWebhookChange(webhook) : null };
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
    search_requests: SearchRequests.nullish().describe(
      'Searches that replace the present ones. An empty list leaves them unchanged; null removes them where pages remain.',
    ),
    page_requests: PageRequests.nullish().describe(
      'Pages that replace the present ones. An empty list leaves them unchanged; null removes them where searches remain.',
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
  const { name, cadence, search_requests: requests, page_requests: pages, status, webhook } = body;
  return {
    name: name === null ? '' : name,
    cadence,
    requests: requestsToStore(requests),
    pages: requestsToStore(pages),
    status,
    webhook: webhook && toWebhookChange(webhook),
  };
}

/** An empty list changes nothing, as over gRPC, where it is the same as none. Null removes all. */
function requestsToStore<Given>(given: Given[] | null | undefined): Given[] | undefined {
  if (given === null) return [];
  return given && given.length > 0 ? given : undefined;
}

function toWebhookChange({ events, status, url }: z.output<typeof Webhook>): WebhookChange {
  return { events: events ?? undefined, status: status ?? undefined, url: url ?? undefined };
}
