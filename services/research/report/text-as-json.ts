import { markersIn } from './markers.ts';
import type { Report } from './write-report.ts';

/** A report with its text as `structured` too, grounded in the sources that it cites; null where it cites none. @see docs/rules.md#answers */
export function withTextAsJson(report: Report): Report {
  const { text, sources } = report.output;
  const cited = new Set(report.isCited ? markersIn(text) : []);
  const citations = sources.filter(({ id }) => cited.has(id)).map(({ id, url }) => ({ source_id: id, url }));
  if (citations.length === 0)
    return { ...report, output: { ...report.output, structured: { answer: null }, grounding: [] } };
  return {
    ...report,
    output: { ...report.output, structured: { answer: text }, grounding: [{ field: 'answer', citations }] },
  };
}
