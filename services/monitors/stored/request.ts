import { z } from 'zod';
import { WEBHOOK_EVENTS, WEBHOOK_STATUSES } from '../../../entities/monitors/monitor.ts';
import { CADENCE_PATTERN, checkCadence } from '../../core/cadence.ts';
import { isStorable } from '../../database/storable.ts';
import { idPattern, isId } from '../../core/ids.ts';
import { WHOLE_NUMBER } from '../../core/whole-number.ts';
import { SearchRequests } from './search-requests.ts';
import { MAX_URL_BYTES } from './webhook-target.ts';

const MAX_NAME_BYTES = 512;
const DEFAULT_LIST = 100;
const MAX_LIST = 1_000;
const MAX_INT64 = 2n ** 63n - 1n;

const Storable = z.string().refine(isStorable, 'holds a character that cannot be stored');

const Name = Storable.refine(
  (name) => Buffer.byteLength(name) <= MAX_NAME_BYTES,
  `is longer than ${MAX_NAME_BYTES} bytes`,
)
  .meta({ maxLength: MAX_NAME_BYTES })
  .nullish();

export interface Cadence {
  text: string;
  seconds: number;
}

function cadence(text: string, context: { addIssue(message: string): void }): Cadence {
  const check = checkCadence(text);
  if (check.status === 'ok') return { text, seconds: check.seconds };
  context.addIssue(check.message);
  return z.NEVER;
}

const CADENCE = 'How often it runs: a count and one unit of s, m, h, d, w, from 1 hour to 366 days.';

const Status = z.enum(['active', 'paused'], 'must be active or paused');

const Webhook = z.strictObject({
  events: z
    .array(z.enum(WEBHOOK_EVENTS, `must be one of ${WEBHOOK_EVENTS.join(', ')}`))
    .nullish()
    .describe('Empty: all of them.'),
  status: z.enum(WEBHOOK_STATUSES, `must be one of ${WEBHOOK_STATUSES.join(', ')}`).nullish(),
  url: Storable.meta({ maxLength: MAX_URL_BYTES }).nullish(),
});

export type WebhookGiven = z.output<typeof Webhook>;

const apiKey = z.string().nullish().describe("gRPC's carrier of the key; not read over REST.");

/** Body of POST /v1/monitors. @see docs/rules.md#monitors */
export const CreateMonitorRequest = z
  .strictObject({
    name: Name.transform((name) => name ?? '').describe(
      'At most 512 bytes; unique among the living monitors of the organization, unless empty.',
    ),
    cadence: z.string().meta({ pattern: CADENCE_PATTERN }).transform(cadence).describe(CADENCE),
    search_requests: SearchRequests.refine((requests) => requests.length > 0, 'must hold at least one request').meta({
      minItems: 1,
    }),
    status: Status.nullish().transform((status) => status ?? 'active'),
    webhook: Webhook.nullish(),
    api_key: apiKey,
  })
  .meta({ id: 'CreateMonitorRequest' });

export type CreateMonitorRequest = z.output<typeof CreateMonitorRequest>;

/** Body of PATCH /v1/monitors/{monitor_id}: what is omitted stays. @see docs/rules.md#monitors */
export const UpdateMonitorRequest = z
  .strictObject({
    monitor_id: z.string().nullish().describe('Empty, or as in the path.'),
    name: Name.describe('null: the empty name.'),
    cadence: z
      .string()
      .meta({ pattern: `^$|${CADENCE_PATTERN}` })
      .transform((text, context) => (text === '' ? undefined : cadence(text, context)))
      .optional()
      .describe(`${CADENCE} Empty: it stays.`),
    search_requests: SearchRequests.optional().describe('In place of the list there is; empty: that stays.'),
    status: Status.optional(),
    webhook: Webhook.nullish().describe('Members are merged into what is there; null removes it.'),
    api_key: apiKey,
  })
  .meta({ id: 'UpdateMonitorRequest' });

export type UpdateMonitorRequest = z.output<typeof UpdateMonitorRequest>;

const limit = z
  .string()
  .regex(WHOLE_NUMBER, 'must be a whole number')
  .transform(Number)
  .pipe(z.int().min(1, 'must be at least 1'))
  .optional()
  .transform((most) => Math.min(most ?? DEFAULT_LIST, MAX_LIST))
  .describe(`Default ${DEFAULT_LIST}; more than ${MAX_LIST} is served as ${MAX_LIST}.`);

const monitorCursor = z
  .string()
  .refine((id) => isId('mon', id), 'is not the id of a monitor')
  .meta({ pattern: idPattern('mon') })
  .optional();

/** Query of GET /v1/monitors. */
export const ListMonitorsQuery = z.strictObject({
  name: Storable.optional().describe('Exactly.'),
  status: z.enum(['active', 'paused', 'disabled'], 'must be active, paused or disabled').optional(),
  since: monitorCursor.describe('Newer ones only.'),
  before: monitorCursor.describe('Older ones only: the id of the last monitor of the previous page.'),
  limit,
});

export type ListMonitorsQuery = z.output<typeof ListMonitorsQuery>;

const int64Cursor = z
  .string()
  .refine((id) => /^\d{1,19}$/.test(id) && BigInt(id) <= MAX_INT64, 'is not an id')
  .meta({ pattern: String.raw`^\d{1,19}$` })
  .optional();

/** Query of the lists of runs, and, with `include_content`, of records. */
export const ListRunsQuery = z.strictObject({
  since: int64Cursor.describe('Greater ids only.'),
  before: int64Cursor.describe('Smaller ids only.'),
  limit,
  sort: z.enum(['desc', 'asc'], 'must be desc or asc').default('desc'),
});

export type ListRunsQuery = z.output<typeof ListRunsQuery>;

export const ListRecordsQuery = ListRunsQuery.extend({
  include_content: z
    .enum(['true', 'false'], 'must be true or false')
    .default('true')
    .transform((include) => include === 'true')
    .describe('false leaves the content of documents out.'),
});

export type ListRecordsQuery = z.output<typeof ListRecordsQuery>;

/** Query of GET …/runs/{run_id}/suppressed, whose order is that of finding. */
export const ListSuppressedQuery = z.strictObject({
  since: int64Cursor.describe('Greater ordinals only: that of the last document of the previous page.'),
  limit,
});

export type ListSuppressedQuery = z.output<typeof ListSuppressedQuery>;
