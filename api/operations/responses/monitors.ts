import { z } from 'zod';
import { MONITOR_STATUSES, WEBHOOK_STATUSES } from '../../../entities/monitors/monitor.ts';
import { NOVELTIES } from '../../../entities/monitors/monitor-record.ts';
import { MONITOR_RUN_STATUSES } from '../../../entities/monitors/monitor-run.ts';
import type { SeenMonitor } from '../../../services/monitors/schedule/next-run.ts';
import type { SeenRecord } from '../../../services/monitors/records/read-records.ts';
import type { RunSummary, RequestOutcome, SuppressedDocument } from '../../../services/monitors/records/read-runs.ts';
import { PublishedDate } from './published-date.ts';

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
        consecutive_failures: z.int(),
        last_success_at: z.iso.datetime().optional(),
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
    search_requests: monitor.requests.map(savedSearchToWire),
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

function savedSearchToWire(saved: SeenMonitor['requests'][number]) {
  return {
    request_id: saved.requestId,
    request: saved.request,
    consecutive_failures: saved.consecutiveFailures,
    ...(saved.lastSuccessAt && { last_success_at: saved.lastSuccessAt.toISOString() }),
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
        'completed: all searches succeeded. partial: some failed. failed: all failed. skipped: the run was not executed.',
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

export const RecordObject = z
  .object({
    record_id: int64,
    run_id: int64,
    type: z.literal('search_result'),
    novelty: z
      .enum(NOVELTIES)
      .describe('`new`, or `update` if the monitor delivered much of the text before, from another address.'),
    first_seen_at: z.iso.datetime(),
    search_result: z.object({
      document: z.object({
        url: z.string(),
        title: z.string(),
        content: z
          .string()
          .optional()
          .describe('Text of the document, at most 64 KiB. Absent with include_content false.'),
        published_date: PublishedDate.optional(),
        snippets: z.array(z.object({ text: z.string() })),
      }),
      matched_requests: z.array(z.object({ request_id: z.string(), query: z.string() })),
    }),
  })
  .meta({ id: 'MonitorRecord' });

export function recordToWire(record: SeenRecord) {
  const { publishedDate, ...document } = record.document;
  return {
    record_id: record.recordId,
    run_id: record.runId,
    type: 'search_result' as const,
    novelty: record.novelty,
    first_seen_at: record.firstSeenAt.toISOString(),
    search_result: {
      document: {
        ...document,
        ...(publishedDate !== undefined && { published_date: publishedDate }),
        ...(record.content !== null && { content: record.content }),
      },
      matched_requests: record.matchedRequests.map(({ query, requestId }) => ({ query, request_id: requestId })),
    },
  };
}

export const RequestOutcomeObject = z
  .object({
    request_id: z.string(),
    query: z.string(),
    status: z.enum(['ok', 'failed']),
    reason: z.string().describe('Why the search failed, or which providers did not respond. Empty otherwise.'),
    results_returned: z.int(),
    new_records: z.int(),
    completed_at: z.iso.datetime(),
  })
  .meta({ id: 'MonitorRequestOutcome' });

export function outcomeToWire(outcome: RequestOutcome) {
  return {
    request_id: outcome.requestId,
    query: outcome.query,
    status: outcome.status,
    reason: outcome.reason,
    results_returned: outcome.resultsReturned,
    new_records: outcome.newRecords,
    completed_at: outcome.completedAt.toISOString(),
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
