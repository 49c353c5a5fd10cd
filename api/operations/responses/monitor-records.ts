import { z } from 'zod';
import { FETCH_ERROR_CODES } from '../../../entities/documents/page.ts';
import { NOVELTIES } from '../../../entities/monitors/monitor-record.ts';
import type { SeenChange, SeenRecord } from '../../../services/monitors/records/read-records.ts';
import type { RequestOutcome } from '../../../services/monitors/records/read-runs.ts';
import { PublishedDate } from './published-date.ts';

const int64 = z.string().describe('64-bit integer in a string.');

export const RecordDocument = z.object({
  url: z.string(),
  title: z.string(),
  content: z.string().optional().describe('Text of the document, at most 64 KiB. Absent with include_content false.'),
  published_date: PublishedDate.optional(),
  snippets: z.array(z.object({ text: z.string() })),
});

const PageChange = z.object({
  page: z.object({ url: z.string().describe('As in the request.'), title: z.string() }),
  request_id: z.string(),
  added: z
    .array(z.string())
    .describe(
      'What the page has and did not have, in its order: sentences, list items, table rows, lines of code. At most 200 and 24 KiB.',
    ),
  removed: z.array(z.string()).describe('What the page had and has no longer, with the same limits.'),
  added_count: z.int().describe('How many were added in all.'),
  removed_count: z.int().describe('How many were removed in all.'),
  previous_read_at: z.iso.datetime().describe('When the page was read before.'),
  read_at: z.iso.datetime(),
});

export const RecordObject = z
  .object({
    record_id: int64,
    run_id: int64,
    type: z
      .enum(['search_result', 'page_change'])
      .describe('Which of the two members the record has: a document that a search found, or the change of a page.'),
    novelty: z
      .enum(NOVELTIES)
      .describe(
        '`new`, or `update` if the monitor delivered much of the text before, from another address, and for a page that has changed.',
      ),
    first_seen_at: z.iso.datetime(),
    search_result: z
      .object({
        document: RecordDocument,
        matched_requests: z.array(z.object({ request_id: z.string(), query: z.string() })),
      })
      .optional(),
    page_change: PageChange.optional(),
  })
  .meta({ id: 'MonitorRecord' });

export function recordToWire(record: SeenRecord): z.infer<typeof RecordObject> {
  const shared = {
    record_id: record.recordId,
    run_id: record.runId,
    novelty: record.novelty,
    first_seen_at: record.firstSeenAt.toISOString(),
  };
  const { publishedDate, ...document } = record.document;
  if (record.change) return { ...shared, type: 'page_change', page_change: changeToWire(document, record.change) };
  return {
    ...shared,
    type: 'search_result',
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

function changeToWire({ url, title }: { url: string; title: string }, change: SeenChange): z.infer<typeof PageChange> {
  return {
    page: { url, title },
    request_id: change.requestId,
    added: change.added,
    removed: change.removed,
    added_count: change.addedCount,
    removed_count: change.removedCount,
    previous_read_at: change.previousReadAt.toISOString(),
    read_at: change.readAt.toISOString(),
  };
}

export const RequestOutcomeObject = z
  .object({
    request_id: z.string(),
    query: z.string().describe('Empty for a page.'),
    url: z.string().optional().describe('Of a page.'),
    status: z.enum(['ok', 'failed']),
    reason: z.string().describe('Why the search or page failed, or which providers did not respond. Empty otherwise.'),
    error_code: z
      .enum(FETCH_ERROR_CODES)
      .optional()
      .describe('Of a page that could not be read, with the codes of a fetch.'),
    results_returned: z.int().describe('Of a page: 1 if it was read.'),
    new_records: z.int(),
    completed_at: z.iso.datetime(),
  })
  .meta({ id: 'MonitorRequestOutcome' });

export function outcomeToWire(outcome: RequestOutcome) {
  return {
    request_id: outcome.requestId,
    query: outcome.query,
    ...(outcome.url !== null && { url: outcome.url }),
    status: outcome.status,
    reason: outcome.reason,
    ...(outcome.errorCode !== null && { error_code: outcome.errorCode }),
    results_returned: outcome.resultsReturned,
    new_records: outcome.newRecords,
    completed_at: outcome.completedAt.toISOString(),
  };
}
