import { createHash } from 'node:crypto';
import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Sql } from '../../database/database.ts';
import { storableJson } from '../../database/storable.ts';
import { notifyWebhookRelay } from '../webhooks/waiting.ts';
import { notifyRecordNews } from '../storage/record-news.ts';
import type { DeliveryResult } from './deliver.ts';
import type { SearchCounts } from './run-searches.ts';

const DISABLED_AFTER = 10;

export type MonitorRunStatus = 'completed' | 'partial' | 'failed';

export interface EndedRun {
  run: string;
  runId: string;
  monitorId: string;
  status: MonitorRunStatus;
  reason: string;
  startedAt: Date;
  completedAt: Date;
  delivered: DeliveryResult;
  counts: SearchCounts;
  total: number;
}

/** What the end of a run changes: its monitor, its searches and the webhook's outbox. */
export async function recordOutcome(sql: Sql, ended: EndedRun): Promise<void> {
  await noteHealth(sql, ended);
  if (ended.delivered.count > 0) await notifyRecordNews(sql, ended.monitorId);
  const monitor = await countFailures(sql, ended);
  if (!monitor) return;
  await insertWebhook(sql, monitor, ended);
  if (monitor.consecutive_failures < DISABLED_AFTER) return;
  await sql.builder
    .updateTable('monitors')
    .set((stored) => ({
      status: 'disabled',
      wanted_at: null,
      revision: stored('revision', '+', 1),
      updated_at: ended.completedAt,
    }))
    .where('id', '=', ended.monitorId)
    .where('status', 'in', ['active', 'paused'])
    .execute();
}

type NotedMonitor = ColumnsOf<
  'monitors',
  'name' | 'consecutive_failures' | 'webhook_url' | 'webhook_events' | 'webhook_status'
>;

/** Counts failed runs in a row. A run for which no provider could be reached changes nothing. */
async function countFailures(sql: Sql, { run, monitorId, status }: EndedRun): Promise<NotedMonitor | undefined> {
  const isFailed = status === 'failed';
  const added = isFailed && (await isUnreached(sql, run)) ? 0 : 1;
  return sql.builder
    .updateTable('monitors')
    .set((stored) => ({ consecutive_failures: isFailed ? stored('consecutive_failures', '+', added) : 0 }))
    .where('id', '=', monitorId)
    .returning(['name', 'consecutive_failures', 'webhook_url', 'webhook_events', 'webhook_status'])
    .executeTakeFirst();
}

/** Whether a run failed only because providers were unreachable, which is not the monitor's fault. */
async function isUnreached({ builder }: Sql, run: string): Promise<boolean> {
  const { unreached } = await builder
    .selectFrom('monitor_run_requests')
    .select(({ fn }) => fn<boolean | null>('bool_and', ['unreached']).as('unreached'))
    .where('run', '=', run)
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
  return unreached ?? false;
}

async function noteHealth({ builder }: Sql, { run, completedAt }: EndedRun): Promise<void> {
  await builder
    .updateTable('monitor_requests as saved')
    .from('monitor_run_requests as outcome')
    .set(({ case: when, eb, ref }) => ({
      consecutive_failures: when()
        .when('outcome.status', '=', 'ok')
        .then(0)
        .else(eb('saved.consecutive_failures', '+', 1))
        .end(),
      last_success_at: when()
        .when('outcome.status', '=', 'ok')
        .then(completedAt)
        .else(ref('saved.last_success_at'))
        .end(),
    }))
    .where('outcome.run', '=', run)
    .whereRef('saved.id', '=', 'outcome.request_id')
    .execute();
}

/** @see docs/rules.md#webhooks */
async function insertWebhook(sql: Sql, monitor: NotedMonitor, ended: EndedRun): Promise<void> {
  const event = ended.status === 'failed' ? 'run.failed' : 'run.completed';
  const isWanted = monitor.webhook_events?.length === 0 || monitor.webhook_events?.includes(event);
  if (!monitor.webhook_url || monitor.webhook_status !== 'active' || !isWanted) return;
  const id = `msg_${createHash('sha256').update(`${ended.run} ${event}`).digest('hex').slice(0, 32)}`;
  await sql.builder
    .insertInto('webhook_outbox')
    .values({
      id,
      monitor_id: ended.monitorId,
      run_id: ended.runId,
      event,
      body: storableJson(bodyOf(monitor, event, ended)),
      created_at: ended.completedAt,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await notifyWebhookRelay(sql);
}

function bodyOf(
  { name }: NotedMonitor,
  event: string,
  { runId, monitorId, status, reason, startedAt, completedAt, delivered, counts, total }: EndedRun,
) {
  return {
    type: event,
    timestamp: completedAt.toISOString(),
    data: {
      monitor_id: monitorId,
      monitor_name: name,
      run_id: runId,
      status,
      status_reason: reason,
      started_at: startedAt.toISOString(),
      completed_at: completedAt.toISOString(),
      first_record_id: delivered.firstRecordId,
      last_record_id: delivered.lastRecordId,
      record_count: delivered.count,
      requests_total: total,
      requests_ok: counts.ok,
      requests_failed: counts.failed,
    },
  };
}
