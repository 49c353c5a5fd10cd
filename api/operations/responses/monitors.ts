import { z } from 'zod';
import { MONITOR_STATUSES, WEBHOOK_STATUSES } from '../../../entities/monitors/monitor.ts';
import { MONITOR_RUN_STATUSES } from '../../../entities/monitors/monitor-run.ts';
import { readStoredPage } from '../../../services/monitors/pages/page-requests.ts';
import type { SeenMonitor } from '../../../services/monitors/schedule/next-run.ts';
import type { RunSummary, SuppressedDocument } from '../../../services/monitors/records/read-runs.ts';

const Health = { consecutive_failures: z.int(), last_success_at: z.iso.datetime().optional() };

export const MonitorObject = z
  .object({
    monitor_id: z.string(),
    name: z.string(),
    cadence: z.string().describe('Time between two runs, as it was set.'),
    status: z.enum(MONITOR_STATUSES),
    search_requests: z.array(
      z.object({
        request_id: z.string(),
        request: z.record(z.string(), z.unknown()).describe('The search, as it was set.'),
        ...Health,
      }),
    ),
    page_requests: z.array(
      z.object({
        request_id: z.string(),
        request: z
          .object({ url: z.string(), selector: z.string().optional(), render: z.boolean().optional() })
          .describe('The page, as it was set.'),
        ...Health,
      }),
    ),
    webhook: z
      .object({
        events: z.array(z.string()).describe('Events that the webhook receives. Empty: all events.'),
        status: z.enum(WEBHOOK_STATUSES),
        url: z.string(),
        status_reason: z
          .string()
          .optional()
          .describe('Why the service disabled the webhook. Absent while it is active.'),
      })
      .nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    next_run_at: z.iso
      .datetime()
      .optional()
      .describe('Start of the next period. Absent while the monitor is paused or disabled.'),
    consecutive_failures: z
      .int()
      .describe('Number of failed runs in a row. After 10 the service disables the monitor.'),
  })
  .meta({ id: 'Monitor' });

export function monitorToWire(monitor: SeenMonitor): z.infer<typeof MonitorObject> {
  const { webhookUrl, webhookEvents, webhookStatus, webhookStatusReason, nextRunAt } = monitor;
  return {
    monitor_id: monitor.id,
    name: monitor.name,
    cadence: monitor.cadence,
    status: monitor.status,
    search_requests: monitor.requests.map((saved) => ({ ...healthToWire(saved), request: saved.request })),
    page_requests: monitor.pages.map((saved) => ({ ...healthToWire(saved), request: readStoredPage(saved.request) })),
    webhook: webhookUrl
      ? {
          events: webhookEvents ?? [],
          status: webhookStatus ?? 'active',
          url: webhookUrl,
          ...(webhookStatusReason && { status_reason: webhookStatusReason }),
        }
      : null,
    created_at: monitor.createdAt.toISOString(),
    updated_at: monitor.updatedAt.toISOString(),
    ...(nextRunAt && { next_run_at: nextRunAt.toISOString() }),
    consecutive_failures: monitor.consecutiveFailures,
  };
}

function healthToWire({ requestId, consecutiveFailures, lastSuccessAt }: SeenMonitor['requests'][number]) {
  return {
    request_id: requestId,
    consecutive_failures: consecutiveFailures,
    ...(lastSuccessAt && { last_success_at: lastSuccessAt.toISOString() }),
  };
}

const int64 = z.string().describe('64-bit integer in a string.');

export const MonitorRunObject = z
  .object({
    run_id: int64,
    monitor_id: z.string(),
    status: z
      .enum(MONITOR_RUN_STATUSES)
      .exclude(['running'])
      .describe(
        'completed: all searches and pages succeeded. partial: some failed. failed: all failed. skipped: the run was not executed.',
      ),
    status_reason: z.string().describe('Explanation for a person. Empty for a completed run.'),
    started_at: z.iso.datetime(),
    completed_at: z.iso.datetime(),
    first_record_id: int64,
    last_record_id: int64,
    record_count: z.int(),
    requests_total: z.int(),
    requests_ok: z.int(),
    requests_failed: z.int(),
  })
  .meta({ id: 'MonitorRun' });

export function runToWire(run: RunSummary) {
  return {
    run_id: run.runId,
    monitor_id: run.monitorId,
    status: run.status,
    status_reason: run.statusReason,
    started_at: run.startedAt.toISOString(),
    completed_at: run.completedAt.toISOString(),
    first_record_id: run.firstRecordId,
    last_record_id: run.lastRecordId,
    record_count: run.recordCount,
    requests_total: run.requestsTotal,
    requests_ok: run.requestsOk,
    requests_failed: run.requestsFailed,
  };
}

export const SuppressedObject = z
  .object({
    ordinal: z.int().describe('Position in the list, from 1. The parameter `since` takes it.'),
    url: z.string(),
    title: z.string(),
    reason: z.enum(['same_text', 'near_duplicate']),
    duplicate_of: int64.describe('Id of the record with the same content.'),
    novel_share: z.number().describe('Share of sentences that no delivered record contains, 0 to 1.'),
    content: z
      .string()
      .optional()
      .describe('Beginning of the text, at most 8,192 characters, with include_content. Absent if it was not kept.'),
    original: z
      .object({
        url: z.string(),
        title: z.string(),
        content: z.string().optional().describe('Beginning of its text, with include_content.'),
      })
      .optional()
      .describe('The record with the same content. Absent if it is not kept any more.'),
  })
  .meta({ id: 'MonitorSuppressed' });

export function suppressedToWire(document: SuppressedDocument) {
  return {
    ordinal: document.ordinal,
    url: document.url,
    title: document.title,
    reason: document.reason,
    duplicate_of: document.duplicateOf,
    novel_share: document.novelShare,
    ...(document.text !== null && { content: document.text }),
    ...(document.original && { original: originalToWire(document.original) }),
  };
}

function originalToWire({ url, title, text }: NonNullable<SuppressedDocument['original']>) {
  return { url, title, ...(text !== null && { content: text }) };
}
