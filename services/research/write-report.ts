import { NOTHING_FOUND } from '../answer/compose.ts';
import { supports } from '../answer/grounding.ts';
import { escapeMarkdown } from '../answer/markdown.ts';
import { plainText } from '../answer/plain-text.ts';
import { selectSentences, type Source } from '../answer/select-sentences.ts';
import { cutPassages } from '../index/cut-passages.ts';

const MAX_MARKERS = 3;
const NO_QUESTION = 'No question was given.';

export interface ReadSource {
  finalUrl: string;
  title?: string;
  markdown: string;
}

export interface ReportTask {
  query: string;
  questions: readonly string[];
  /** Whether `{"answer": text}` is wanted beside the text. */
  wantsJson: boolean;
  sources: readonly ReadSource[];
}

export interface Report {
  /** Whether at least one sentence of the text stands on a source. */
  isCited: boolean;
  output: {
    text: string;
    structured: { answer: string } | null;
    grounding: Array<{ field: string; citations: Array<{ source_id: number; url: string }> }>;
    sources: Array<{ id: number; url: string }>;
  };
}

interface NumberedSource extends Source {
  id: number;
}

interface Finding {
  text: string;
  /** Sources whose text supports the sentence, verified; at least one. */
  markers: number[];
}

/** Writes an extractive report: per question the sentences that answer it, each with the sources that say so. */
export function writeReport({ query, questions, wantsJson, sources }: ReportTask): Report {
  const numbered = numberSources(sources);
  const sections = questions.map((question) => ({ question, findings: findingsFor(question, numbered) }));
  const listed = numbered.map(({ id, url }) => ({ id, url }));
  const cited = [...new Set(sections.flatMap((section) => section.findings.flatMap((finding) => finding.markers)))].sort((a, b) => a - b);
  const text = query.trim() === '' ? NO_QUESTION : sections.map((section) => writeSection(section, sections.length > 1)).join('\n\n') || NOTHING_FOUND;
  return {
    isCited: cited.length > 0,
    output: { text, sources: listed, ...structuredPart({ wantsJson, sections, cited, listed }) },
  };
}

/** Pages that were reached by several addresses are one source. */
function numberSources(sources: readonly ReadSource[]): NumberedSource[] {
  const byUrl = new Map(sources.map((source) => [source.finalUrl, source]));
  return [...byUrl.values()].map(({ finalUrl, title, markdown }, index) => ({
    id: index + 1,
    url: finalUrl,
    name: title ?? finalUrl,
    title: title ?? '',
    passages: cutPassages(plainText(markdown)),
  }));
}

function findingsFor(question: string, sources: readonly NumberedSource[]): Finding[] {
  return selectSentences(question, sources).flatMap(({ text }) => {
    const markers = sources.filter((source) => source.passages.some((passage) => supports(text, passage))).map((source) => source.id);
    return markers.length > 0 ? [{ text, markers: markers.slice(0, MAX_MARKERS) }] : [];
  });
}

function writeSection({ question, findings }: { question: string; findings: Finding[] }, withHeading: boolean): string {
  const body = findings.map(({ text, markers }) => `${escapeMarkdown(text)} ${markers.map((id) => `[${id}]`).join('')}`).join('\n\n');
  const heading = withHeading ? `## ${escapeMarkdown(question)}\n\n` : '';
  return heading + (body || NOTHING_FOUND);
}

interface StructuredTask {
  wantsJson: boolean;
  sections: ReadonlyArray<{ findings: readonly Finding[] }>;
  cited: readonly number[];
  listed: ReadonlyArray<{ id: number; url: string }>;
}

function structuredPart({ wantsJson, sections, cited, listed }: StructuredTask): Pick<Report['output'], 'structured' | 'grounding'> {
  if (!wantsJson) return { structured: null, grounding: [] };
  const answer = sections.flatMap((section) => section.findings.map((finding) => finding.text)).join(' ');
  const citations = listed.filter((source) => cited.includes(source.id)).map(({ id, url }) => ({ source_id: id, url }));
  return { structured: { answer: answer || NOTHING_FOUND }, grounding: citations.length > 0 ? [{ field: 'answer', citations }] : [] };
}
