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
    cadence: z.string().describe('As given.'),
    status: z.enum(MONITOR_STATUSES),
    search_requests: z.array(
      z.object({
        request_id: z.string(),
        request: z.record(z.string(), z.unknown()).describe('As given.'),
        consecutive_failures: z.int(),
        last_success_at: z.iso.datetime().optional(),
      }),
    ),
    webhook: z
      .object({
        events: z.array(z.string()).describe('Empty: all of them.'),
        status: z.enum(WEBHOOK_STATUSES),
        url: z.string(),
        status_reason: z.string().optional().describe('Why the service has disabled it.'),
      })
      .nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    next_run_at: z.iso.datetime().optional().describe('Absent where it does not run. Additive.'),
    consecutive_failures: z.int().describe('Failed runs in a row; after 10 it is disabled. Additive.'),
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

const int64 = z.string().describe('int64 as a string.');

export const MonitorRunObject = z
  .object({
    run_id: int64,
    monitor_id: z.string(),
    status: z.enum(MONITOR_RUN_STATUSES).exclude(['running']),
    status_reason: z.string().describe('Prose; empty when completed.'),
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
    novelty: z.enum(NOVELTIES).describe('`update`: much of it was delivered under another address. Additive.'),
    first_seen_at: z.iso.datetime(),
    search_result: z.object({
      document: z.object({
        url: z.string(),
        title: z.string(),
        content: z.string().optional().describe('At most 64 KiB.'),
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
    reason: z.string().describe('Why it failed, or which providers did not answer; empty otherwise.'),
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
    ordinal: z.int().describe('Its place among them, from 1: what `since` takes.'),
    url: z.string(),
    title: z.string(),
    reason: z.enum(['same_text', 'near_duplicate']),
    duplicate_of: int64.describe('Id of the record that says the same.'),
    novel_share: z.number().describe('Share of sentences that are not in what was delivered, 0 to 1.'),
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
  };
}
