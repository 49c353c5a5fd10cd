import { z } from 'zod';
import type { PreviewedDocument } from '../../../services/monitors/first-verdicts.ts';
import type { MonitorPreview } from '../../../services/monitors/preview.ts';
import type { PreviewedPage } from '../../../services/monitors/preview-pages.ts';
import { RecordDocument as FoundDocument, RecordObject, RequestOutcomeObject } from './monitor-records.ts';
import { SuppressedObject } from './monitors.ts';
import { RequestId } from './request-id.ts';

export const MonitorPreviewed = z
  .object({
    request_id: RequestId,
    next_runs: z
      .array(z.iso.datetime())
      .describe('Begin of the next five runs, the first at once. Empty for a monitor that is created paused.'),
    requests: z
      .array(RequestOutcomeObject.omit({ request_id: true, completed_at: true }))
      .describe('Outcome of each search, then of each page, in the order of the request.'),
    records: z
      .array(
        RecordObject.pick({ novelty: true }).extend({
          type: z.literal('search_result'),
          search_result: z.object({
            document: FoundDocument,
            matched_requests: z.array(z.object({ query: z.string() })),
          }),
        }),
      )
      .describe('What the first run would deliver.'),
    pages: z
      .array(
        z.object({
          url: z.string(),
          title: z.string(),
          content: z.string().describe('Beginning of the text that is watched, at most 8,192 characters.'),
        }),
      )
      .describe('The pages that could be read, as the first run would keep them to compare the next one with.'),
    suppressed: z
      .array(
        SuppressedObject.pick({ url: true, title: true, reason: true, novel_share: true }).extend({
          document: FoundDocument,
          duplicate_of: z.string().describe('Address of the record with the same content.'),
        }),
      )
      .describe('What the first run would find and not deliver.'),
    warnings: z
      .array(z.object({ type: z.literal('truncated'), message: z.string() }))
      .optional()
      .describe('What the preview left out.'),
  })
  .meta({ id: 'MonitorPreview' });

export function previewToWire(requestId: string, preview: MonitorPreview) {
  const { nextRuns, searches, pages, delivered, suppressed, warnings } = preview;
  return {
    request_id: requestId,
    next_runs: nextRuns.map((at) => at.toISOString()),
    requests: [
      ...searches.map(({ resultsReturned, newRecords, ...search }) => ({
        ...search,
        results_returned: resultsReturned,
        new_records: newRecords,
      })),
      ...pages.map(pageOutcome),
    ],
    pages: pages.filter(({ status }) => status === 'ok').map(({ url, title, content }) => ({ url, title, content })),
    records: delivered.map((record) => ({
      type: 'search_result' as const,
      novelty: record.novelty,
      search_result: {
        document: documentToWire(record),
        matched_requests: record.matched.map((place) => ({ query: searches[place]?.query ?? '' })),
      },
    })),
    suppressed: suppressed.map((reprint) => ({
      url: reprint.document.url,
      title: reprint.document.title,
      reason: reprint.reason,
      duplicate_of: reprint.duplicateOf,
      novel_share: reprint.novelShare,
      document: documentToWire(reprint),
    })),
    ...(warnings.length > 0 && { warnings }),
  };
}

function pageOutcome({ url, status, reason, errorCode }: PreviewedPage) {
  return {
    query: '',
    url,
    status,
    reason,
    ...(errorCode !== null && { error_code: errorCode }),
    results_returned: status === 'ok' ? 1 : 0,
    new_records: 0,
  };
}

/** Contains as much text as the searches request, like a record. */
function documentToWire({ document, text, contentCharacters }: PreviewedDocument) {
  const isAsked = contentCharacters !== null;
  return { ...document, ...(isAsked && { content: Array.from(text).slice(0, contentCharacters).join('') }) };
}
