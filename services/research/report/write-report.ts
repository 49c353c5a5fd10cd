import { nothingFound } from '../../answer/compose.ts';
import { escapeCell, escapeMarkdown, escapeSentence } from '../../text/markdown/markdown.ts';
import { fenced } from '../../text/markdown/write-code.ts';
import { groupContradicting } from './contradictions.ts';
import { readPresentation, type Presentation } from '../gather/presentation.ts';
import {
  bestPassages,
  findSections,
  numberSources,
  type Finding,
  type NumberedSource,
  type SectionSource,
  type Section,
} from '../draft/sections.ts';

const NO_QUESTION = 'No question was given.';
const SOURCES_DIFFER = 'Sources differ:';

export interface ReportTask {
  query: string;
  questions: readonly string[];
  sources: readonly SectionSource[];
  /** Number of passages to return as evidence for a writer; 0: none. */
  evidencePassages: number;
}

export interface Report {
  /** Whether a source supports at least one sentence of the text. */
  isCited: boolean;
  /** Whether no value fits the requested schema. */
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
  /** The sources, reduced to their best passages. */
  evidence: NumberedSource[];
}

/**
 * Writes an extractive report: for each question the sentences that answer it, each with the sources that support it.
 */
export function writeReport({ query, questions, sources, evidencePassages }: ReportTask): WrittenReport {
  const numbered = numberSources(sources);
  const sections = findSections(questions, numbered);
  const text =
    query.trim() === '' ? NO_QUESTION : present(sections, readPresentation(query).presentation) || nothingFound(query);
  return {
    report: {
      isCited: sections.some(({ findings }) => findings.length > 0),
      output: { text, structured: null, grounding: [], sources: numbered.map(({ id, url }) => ({ id, url })) },
    },
    evidence: evidencePassages > 0 ? bestPassages(questions, numbered, evidencePassages) : [],
  };
}

function present(sections: readonly Section[], presentation: Presentation): string {
  const found = sections.filter(({ findings }) => findings.length > 0);
  if (presentation.form === 'prose' || found.length === 0)
    return sections.map((section) => writeSection(section, sections.length > 1)).join('\n\n');
  if (presentation.form === 'table') return table(found);
  return groupContradicting(bestInTurn(found))
    .slice(0, presentation.most)
    .map((group) => `- ${writeInLine(group)}${blockOf(group)}`)
    .join('\n');
}

/** Interleaves findings: the best one of each question, then the second of each… */
function bestInTurn(sections: readonly Section[]): Finding[] {
  const deepest = Math.max(0, ...sections.map(({ findings }) => findings.length));
  return Array.from({ length: deepest }, (_, rank) => sections.flatMap(({ findings }) => findings[rank] ?? [])).flat();
}

function table(sections: readonly Section[]): string {
  const rows = sections.flatMap(({ question, findings }) =>
    groupContradicting(findings).map((group) => `| ${escapeMarkdown(question)} | ${cellOf(group)} |`),
  );
  return ['| Question | Finding | Sources |', '|---|---|---|', ...rows].join('\n');
}

const markersOf = ({ markers }: Finding) => markers.map((id) => `[${id}]`).join('');
const writeFinding = (finding: Finding) => `${escapeSentence(finding.text)} ${markersOf(finding)}`;
const writeCell = (finding: Finding) => `${escapeCell(finding.text)} ${markersOf(finding)}`;

/**
 * A code block follows its sentence, because a list item cannot hold it unchanged. Contradicting sentences have none.
 */
function blockOf([finding, ...others]: readonly Finding[]): string {
  return finding?.code && others.length === 0 ? `\n\n${fenced(finding.code.code, finding.code.language)}\n` : '';
}

/** A finding with its sources. Contradicting findings each have their own. */
function cellOf(group: readonly Finding[]): string {
  const [only, ...others] = group;
  return only && others.length === 0
    ? `${escapeCell(only.text)} | ${markersOf(only)}`
    : `${writeInLine(group, writeCell)} | ${group.map(markersOf).join(' ')}`;
}

function writeInLine(group: readonly Finding[], write = writeFinding): string {
  const findings = group.map(write);
  return findings.length === 1 ? findings.join('') : `${SOURCES_DIFFER} ${findings.join(' / ')}`;
}

function writeSection({ question, findings }: Section, withHeading: boolean): string {
  const body = groupContradicting(findings).map(writeGroup).join('\n\n');
  const heading = withHeading ? `## ${escapeMarkdown(question)}\n\n` : '';
  return heading + (body || nothingFound(question));
}

function writeGroup(group: readonly Finding[]): string {
  const lines = group.map(writeFinding);
  return lines.length === 1
    ? lines.join('') + blockOf(group).trimEnd()
    : `${SOURCES_DIFFER}\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}
