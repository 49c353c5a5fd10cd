import { z } from 'zod';
import type { MonitorObject } from '../../operations/responses/monitors.ts';
import type { RecordObject } from '../../operations/responses/monitor-records.ts';
import { maxTokens, withinTokens } from './budget.ts';
import { tool, type ToolContext, type ToolResult } from './tool.ts';

const RECORDS = 20;
const TOKENS = 8_000;
const MOST_RECORDS = 100;
const MONITORS = '100';
const MOST_PARTS = 20;

const record = z.object({
  record_id: z.string(),
  first_seen_at: z.string(),
  novelty: z.string(),
  url: z.string(),
  title: z.string(),
  published_date: z.string().optional(),
  snippets: z.array(z.string()),
  queries: z.array(z.string()),
  added: z.array(z.string()).optional().describe('Of a watched page: what it gained.'),
  removed: z.array(z.string()).optional().describe('Of a watched page: what it lost.'),
});

const monitor = z.object({
  monitor_id: z.string(),
  name: z.string(),
  status: z.string(),
  cadence: z.string(),
  next_run_at: z.string().optional(),
});

export const monitorRecordsTool = tool({
  name: 'monitor_records',
  title: 'News of a monitor',
  description:
    'Returns what a monitor has found: pages that were new or changed, oldest first after `since`, else the latest. Without `monitor_id` it lists the monitors.',
  operationId: 'listMonitorRecords',
  isReadOnly: true,
  isOpenWorld: false,
  input: z.strictObject({
    monitor_id: z.string().optional().describe('`mon_…`. Absent: the monitors are listed.'),
    since: z.string().optional().describe('Id of the last record that you know.'),
    limit: z.int().min(1).max(MOST_RECORDS).default(RECORDS),
    max_tokens: maxTokens(TOKENS),
  }),
  output: z.object({
    monitors: z.array(monitor).optional(),
    records: z.array(record).optional(),
    has_more: z.boolean().optional(),
  }),
  async run({ monitor_id: id, since, limit, max_tokens }, context) {
    if (id === undefined) return monitors(context);
    const order = since === undefined ? { sort: 'desc' } : { sort: 'asc', since };
    const query = { limit: String(limit), include_content: 'false', ...order };
    const listed = await context.call('listMonitorRecords', { params: { monitor_id: id }, query }, context.signal);
    const { has_more, records: found } = listed as unknown as { has_more: boolean; records: RecordBody[] };
    const records = withinTokens(found.map(recordOf), written, max_tokens);
    const text = records.map(written).join('\n\n') || 'There are no records.';
    return { text, structured: { records, has_more: has_more || records.length < found.length } };
  },
});

type RecordBody = z.infer<typeof RecordObject>;

async function monitors({ call, signal }: ToolContext): Promise<ToolResult> {
  const listed = await call('listMonitors', { query: { limit: MONITORS } }, signal);
  const found = (listed.monitors as Array<z.infer<typeof MonitorObject>>).map(
    ({ monitor_id, name, status, cadence, next_run_at }) => ({
      monitor_id,
      name,
      status,
      cadence,
      ...(next_run_at !== undefined && { next_run_at }),
    }),
  );
  const lines = found.map(
    ({ monitor_id, name, status, cadence }) => `- ${monitor_id}: ${name} (${status}, every ${cadence})`,
  );
  return { text: lines.join('\n') || 'There are no monitors.', structured: { monitors: found } };
}

function recordOf({ record_id, first_seen_at, novelty, search_result: found, page_change: change }: RecordBody) {
  const { url, title } = found?.document ?? change?.page ?? { url: '', title: '' };
  const published = found?.document.published_date;
  return {
    record_id,
    first_seen_at,
    novelty,
    url,
    title,
    ...(published !== undefined && { published_date: published }),
    snippets: (found?.document.snippets ?? []).map(({ text }) => text),
    queries: (found?.matched_requests ?? []).map(({ query }) => query),
    ...(change && { added: change.added.slice(0, MOST_PARTS), removed: change.removed.slice(0, MOST_PARTS) }),
  };
}

function written(found: z.infer<typeof record>): string {
  const { record_id, first_seen_at, novelty, url, title, snippets, added = [], removed = [] } = found;
  return [
    `## ${title}`,
    `${url}\n${novelty}, seen ${first_seen_at}, record ${record_id}`,
    ...snippets.slice(0, 2),
    ...added.map((part) => `+ ${part}`),
    ...removed.map((part) => `- ${part}`),
  ].join('\n\n');
}
