import { z } from 'zod';
import { idPattern, isId } from '../../../services/core/ids.ts';
import type { RecordPage } from '../../../services/monitors/records/read-records.ts';
import type { SuppressedPage } from '../../../services/monitors/records/read-runs.ts';
import { pageLimit, Storable } from './text-values.ts';

const MAX_INT64 = 2n ** 63n - 1n;
const MESSAGE_ID = /^msg_[0-9a-f]{32}$/;

const limit = pageLimit('items');

const monitorCursor = z
  .string()
  .refine((id) => isId('mon', id), 'is not the id of a monitor')
  .meta({ pattern: idPattern('mon') })
  .optional();

/** Query of GET /v1/monitors. */
export const ListMonitorsQuery = z.strictObject({
  name: Storable.optional().describe('Returns the monitor with exactly this name.'),
  status: z
    .enum(['active', 'paused', 'disabled'], 'must be active, paused or disabled')
    .optional()
    .describe('Returns monitors of this status only. Default: every status.'),
  since: monitorCursor.describe('Id of a monitor. Returns monitors that were created after it.'),
  before: monitorCursor.describe(
    'Id of the last monitor of the previous page. Returns monitors that were created before it.',
  ),
  limit,
});

const int64Cursor = z
  .string()
  .refine((id) => /^\d{1,19}$/.test(id) && BigInt(id) <= MAX_INT64, 'is not an id')
  .meta({ pattern: String.raw`^\d{1,19}$` })
  .optional();

/** Query of the lists of runs, and, with `include_content`, of records. */
export const ListRunsQuery = z.strictObject({
  since: int64Cursor.describe('Returns items with a greater id only (exclusive).'),
  before: int64Cursor.describe(
    'Returns items with a smaller id only (exclusive). For the next page: the last id of this page.',
  ),
  limit,
  sort: z.enum(['desc', 'asc'], 'must be desc or asc').default('desc').describe('Order by id: desc is newest first.'),
});

export const ListRecordsQuery = ListRunsQuery.extend({
  include_content: z
    .enum(['true', 'false'], 'must be true or false')
    .default('true')
    .transform((include) => include === 'true')
    .describe('Whether records carry the content of their documents. Default true.'),
});

export function toRecordPage(query: z.output<typeof ListRecordsQuery>): RecordPage {
  const { include_content: includeContent, ...page } = query;
  return { ...page, includeContent };
}

/** Query of GET …/runs/{run_id}/suppressed, sorted by time of discovery. */
export const ListSuppressedQuery = z.strictObject({
  since: int64Cursor.describe(
    'Returns documents with a greater `ordinal` only. For the next page: the last ordinal of this page.',
  ),
  limit,
  include_content: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((include) => include === 'true')
    .describe('Whether the documents carry the texts that were compared; then a page has at most 25. Default false.'),
});

export function toSuppressedPage(query: z.output<typeof ListSuppressedQuery>): SuppressedPage {
  const { include_content: includeContent, ...page } = query;
  return { ...page, includeContent };
}

/** Query of GET /v1/monitors/{monitor_id}/webhook/deliveries. */
export const ListDeliveriesQuery = z.strictObject({
  before: z
    .string()
    .regex(MESSAGE_ID, 'is not the id of a delivery')
    .optional()
    .describe('Id of the last delivery of the previous page. Returns older deliveries.'),
  limit,
});
