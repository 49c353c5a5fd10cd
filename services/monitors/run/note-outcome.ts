import { createHash } from 'node:crypto';
import type { Sql } from '../../database/database.ts';
import { storableJson } from '../../database/storable.ts';
import { tellWebhookWaiting } from '../webhooks/waiting.ts';
import { tellRecordNews } from '../rows/record-news.ts';
import type { Delivered } from './deliver.ts';

const DISABLED_AFTER = 10;

export type MonitorRunStatus = 'completed' | 'partial' | 'failed';

export interface Counts {
  ok: number;
  failed: number;
}

export interface EndedRun {
  run: string;
  runId: string;
  monitorId: string;
  status: MonitorRunStatus;
  reason: string;
  startedAt: Date;
  completedAt: Date;
  delivered: Delivered;
  counts: Counts;
  total: number;
}

/** What the end of a run changes: its monitor, its searches and the webhook's outbox. */
export async function noteOutcome(sql: Sql, ended: EndedRun): Promise<void> {
  await noteHealth(sql, ended);
  if (ended.delivered.count > 0) await tellRecordNews(sql, ended.monitorId);
  const [monitor] = await sql.query<MonitorRow & Record<string, unknown>>(
    `update monitors set consecutive_failures = case when $2 then consecutive_failures when $3 then consecutive_failures + 1 else 0 end where id = $1
     returning name, status, consecutive_failures, webhook_url, webhook_events, webhook_status`,
    [ended.monitorId, ended.status === 'failed' && (await isUnreached(sql, ended.run)), ended.status === 'failed'],
  );
  if (!monitor) return;
  await insertWebhook(sql, monitor, ended);
  if (monitor.consecutive_failures < DISABLED_AFTER) return;
  await sql.query(
    `update monitors set status = 'disabled', wanted_at = null, revision = revision + 1, updated_at = $2 where id = $1 and status in ('active', 'paused')`,
    [ended.monitorId, ended.completedAt],
  );
}

interface MonitorRow {
  name: string;
  status: string;
  consecutive_failures: number;
  webhook_url: string | null;
  webhook_events: string[] | null;
  webhook_status: string | null;
}

/** Whether a run failed only because providers were unreachable, which is not the monitor's fault. */
async function isUnreached(sql: Sql, run: string): Promise<boolean> {
  const [row] = await sql.query<{ unreached: boolean }>(
    `select coalesce(bool_and(unreached), false) as unreached from monitor_run_requests where run = $1 and status = 'failed'`,
    [run],
  );
  return row?.unreached ?? false;
}

async function noteHealth(sql: Sql, { run, completedAt }: EndedRun): Promise<void> {
  await sql.query(
    `update monitor_requests m set consecutive_failures = case when r.status = 'ok' then 0 else m.consecutive_failures + 1 end,
       last_success_at = case when r.status = 'ok' then $2 else m.last_success_at end
     from monitor_run_requests r where r.run = $1 and m.id = r.request_id`,
    [run, completedAt],
  );
}

/** @see docs/rules.md#webhooks */
async function insertWebhook(sql: Sql, monitor: MonitorRow, ended: EndedRun): Promise<void> {
  const event = ended.status === 'failed' ? 'run.failed' : 'run.completed';
  const isWanted = monitor.webhook_events?.length === 0 || monitor.webhook_events?.includes(event);
  if (!monitor.webhook_url || monitor.webhook_status !== 'active' || !isWanted) return;
  const id = `msg_${createHash('sha256').update(`${ended.run} ${event}`).digest('hex').slice(0, 32)}`;
  await sql.query(
    'insert into webhook_outbox (id, monitor_id, run_id, event, body, created_at) values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing',
    [id, ended.monitorId, ended.runId, event, storableJson(bodyOf(monitor, event, ended)), ended.completedAt],
  );
  await tellWebhookWaiting(sql);
}

function bodyOf(
  { name }: MonitorRow,
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
