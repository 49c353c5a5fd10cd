import { nothingFound } from '../../answer/text/compose.ts';
import { escapeInline, escapeMarkdown } from '../../text/markdown/markdown.ts';
import type { UnitMeasures } from '../../units/answers-in.ts';
import type { RunEvidence } from '../evidence/read-evidence.ts';
import { readPresentation, type Presentation } from '../gather/presentation.ts';
import { bulletsOf, paragraphsOf, tableOf } from './present.ts';
import { findSection, type Section } from './sections.ts';

const NO_QUESTION = 'No question was given.';

export interface ReportTask {
  query: string;
  questions: readonly string[];
  evidence: Pick<RunEvidence, 'sources' | 'ofQuestions'>;
  /** What a question and texts are compared by. */
  measuresOf(question: string): Promise<UnitMeasures>;
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

/** Writes a report in parts of the sources: for each question what answers it, with the sources that say so. */
export async function writeReport({ query, questions, evidence, measuresOf }: ReportTask): Promise<Report> {
  const sections: Section[] = [];
  // One after the other: the model that compares meanings takes one text at a time.
  for (const [place, question] of questions.entries())
    sections.push(await findSection(question, evidence.ofQuestions[place] ?? [], await measuresOf(question)));
  const text =
    query.trim() === '' ? NO_QUESTION : present(sections, readPresentation(query).presentation) || nothingFound(query);
  return {
    isCited: sections.some(({ groups }) => groups.length > 0),
    output: { text, structured: null, grounding: [], sources: evidence.sources.map(({ id, url }) => ({ id, url })) },
  };
}

function present(sections: readonly Section[], presentation: Presentation): string {
  const found = sections.filter(({ groups }) => groups.length > 0);
  const missing = sections.filter(({ groups }) => groups.length === 0).map(notFound);
  if (found.length === 0) return missing.join('\n\n');
  if (presentation.form === 'table') return [tableOf(found), ...missing].join('\n\n');
  if (presentation.form === 'bullets') return [bulletsOf(found, presentation.most), ...missing].join('\n\n');
  return sections.map((section) => writeSection(section, sections.length > 1)).join('\n\n');
}

function writeSection(section: Section, withHeading: boolean): string {
  const heading = withHeading ? `## ${escapeMarkdown(section.question)}\n\n` : '';
  return heading + (section.groups.length > 0 ? paragraphsOf(section.groups) : notFound(section));
}

/** What no source tells, with the sources that come nearest. */
function notFound({ question, close }: Section): string {
  const nearest = close.map(({ title, name, id }) => `${escapeInline(title || name)} [${id}]`).join(', ');
  return nothingFound(question) + (nearest === '' ? '' : ` Close to it: ${nearest}.`);
}
