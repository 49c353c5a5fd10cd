import { readEvidence, type EvidencePage } from '../../services/research/evidence/read-evidence.ts';
import { writeReport, type Report } from '../../services/research/report/write-report.ts';

/** The report of a run without a model that has read these pages. */
export function reportOf(query: string, questions: readonly string[], pages: readonly EvidencePage[]): Promise<Report> {
  return writeReport({
    query,
    questions,
    evidence: readEvidence({ questions, pages, modelPassages: 0 }),
    measuresOf: async () => ({}),
  });
}
