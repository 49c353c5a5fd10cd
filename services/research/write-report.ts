import { NOTHING_FOUND } from '../answer/compose.ts';
import { escapeMarkdown } from '../answer/markdown.ts';
import { groupContradicting } from './contradictions.ts';
import { bestPassages, findSections, numberSources, type Finding, type NumberedSource, type ReadSource, type Section } from './sections.ts';

const NO_QUESTION = 'No question was given.';
const SOURCES_DIFFER = 'Sources differ:';

export interface ReportTask {
  query: string;
  questions: readonly string[];
  /** Whether `{"answer": text}` is wanted beside the text. */
  wantsJson: boolean;
  sources: readonly ReadSource[];
  /** How many passages to give back for somebody else to write from; 0: none. */
  evidencePassages: number;
}

export interface Report {
  /** Whether at least one sentence of the text stands on a source. */
  isCited: boolean;
  /** What was wanted beside the text could not be made. */
  isUnfit?: boolean;
  output: {
    text: string;
    structured: Record<string, unknown> | null;
    grounding: Array<{ field: string; citations: Array<{ source_id: number; url: string }> }>;
    sources: Array<{ id: number; url: string }>;
  };
}

export interface WrittenReport {
  report: Report;
  /** The sources with their best passages only. */
  evidence: NumberedSource[];
}

/** Writes an extractive report: per question the sentences that answer it, each with the sources that say so. */
export function writeReport({ query, questions, wantsJson, sources, evidencePassages }: ReportTask): WrittenReport {
  const numbered = numberSources(sources);
  const sections = findSections(questions, numbered);
  const listed = numbered.map(({ id, url }) => ({ id, url }));
  const cited = [...new Set(sections.flatMap((section) => section.findings.flatMap((finding) => finding.markers)))].sort((a, b) => a - b);
  const text = query.trim() === '' ? NO_QUESTION : sections.map((section) => writeSection(section, sections.length > 1)).join('\n\n') || NOTHING_FOUND;
  return {
    report: { isCited: cited.length > 0, output: { text, sources: listed, ...structuredPart({ wantsJson, sections, cited, listed }) } },
    evidence: evidencePassages > 0 ? bestPassages(questions, numbered, evidencePassages) : [],
  };
}

function writeSection({ question, findings }: Section, withHeading: boolean): string {
  const body = groupContradicting(findings).map(writeGroup).join('\n\n');
  const heading = withHeading ? `## ${escapeMarkdown(question)}\n\n` : '';
  return heading + (body || NOTHING_FOUND);
}

function writeGroup(group: readonly Finding[]): string {
  const lines = group.map(({ text, markers }) => `${escapeMarkdown(text)} ${markers.map((id) => `[${id}]`).join('')}`);
  return lines.length === 1 ? lines.join('') : `${SOURCES_DIFFER}\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

interface StructuredTask {
  wantsJson: boolean;
  sections: readonly Section[];
  cited: readonly number[];
  listed: ReadonlyArray<{ id: number; url: string }>;
}

function structuredPart({ wantsJson, sections, cited, listed }: StructuredTask): Pick<Report['output'], 'structured' | 'grounding'> {
  if (!wantsJson) return { structured: null, grounding: [] };
  const answer = sections.flatMap((section) => section.findings.map((finding) => finding.text)).join(' ');
  const citations = listed.filter((source) => cited.includes(source.id)).map(({ id, url }) => ({ source_id: id, url }));
  return { structured: { answer: answer || NOTHING_FOUND }, grounding: citations.length > 0 ? [{ field: 'answer', citations }] : [] };
}
