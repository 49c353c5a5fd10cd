import { z } from 'zod';
import type { PreviewedDocument } from '../../../services/monitors/first-verdicts.ts';
import type { MonitorPreview } from '../../../services/monitors/preview.ts';
import { RecordObject, RequestOutcomeObject, SuppressedObject } from './monitors.ts';
import { RequestId } from './request-id.ts';

const { document: FoundDocument } = RecordObject.shape.search_result.shape;

export const MonitorPreviewed = z
  .object({
    request_id: RequestId,
    next_runs: z
      .array(z.iso.datetime())
      .describe('Begin of the next five runs, the first at once. Empty for a monitor that is created paused.'),
    requests: z
      .array(RequestOutcomeObject.omit({ request_id: true, completed_at: true }))
      .describe('Outcome of each search, in the order of the request.'),
    records: z
      .array(
        RecordObject.pick({ type: true, novelty: true }).extend({
          search_result: z.object({
            document: FoundDocument,
            matched_requests: z.array(z.object({ query: z.string() })),
          }),
        }),
      )
      .describe('What the first run would deliver.'),
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
  const { nextRuns, searches, delivered, suppressed, warnings } = preview;
  return {
    request_id: requestId,
    next_runs: nextRuns.map((at) => at.toISOString()),
    requests: searches.map(({ resultsReturned, newRecords, ...search }) => ({
      ...search,
      results_returned: resultsReturned,
      new_records: newRecords,
    })),
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

/** Contains as much text as the searches request, like a record. */
function documentToWire({ document, text, contentCharacters }: PreviewedDocument) {
  const isAsked = contentCharacters !== null;
  return { ...document, ...(isAsked && { content: Array.from(text).slice(0, contentCharacters).join('') }) };
}
