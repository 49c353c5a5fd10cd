import { nothingFound } from '../../answer/text/compose.ts';
import { escapeInline, escapeMarkdown } from '../../text/markdown/markdown.ts';
import type { UnitMeasures } from '../../answer-units/answers-in.ts';
import type { RunEvidence } from '../evidence/read-evidence.ts';
import { readPresentation, type Presentation } from '../questions/presentation.ts';
import type { Comparison } from '../../query/compared-things.ts';
import { comparisonOf } from '../gather/plan.ts';
import { countWords } from '../../blocks/count-words.ts';
import { summaryOf } from './summary.ts';
import { withWholesOfBoth } from './compared-whole.ts';
import { comparisonTable } from './comparison-table.ts';
import { headingOf } from './heading.ts';
import { bulletsOf, paragraphsOf, tableOf } from './present.ts';
import { findSection, withoutRepeats, type Section } from '../findings/sections.ts';

// A shorter report is read as a whole.
const LONG_REPORT_WORDS = 300;
const EXCERPTS_OF_ONE_QUESTION = 2;
// A report is read for more than its first sentences.
const WORDS_OF_REPORT = 240;
const MOST_WORDS_OF_SECTION = 80;
const NO_QUESTION = 'No question was given.';

export interface ReportTask {
  query: string;
  questions: readonly string[];
  evidence: Pick<RunEvidence, 'sources' | 'ofQuestions'>;
  /** The measures that compare texts with a question. */
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
  const all: Section[] = [];
  const said = new Set<string>();
  const comparison = comparisonOf(query);
  const cells = new Set(comparison?.cells.flat());
  const excerpts = questions.length === 1 ? EXCERPTS_OF_ONE_QUESTION : 1;
  const words = Math.min(MOST_WORDS_OF_SECTION, WORDS_OF_REPORT / questions.length);
  // One after the other: the model that compares meanings takes one text at a time.
  for (const [place, question] of questions.entries()) {
    const by = { ...(await measuresOf(question)), said, isShort: cells.has(question), excerpts, words };
    const section = await findSection(question, evidence.ofQuestions[place] ?? [], by);
    for (const { unit } of section.groups.flat()) said.add(unit.text);
    all.push(section);
  }
  const sections = withWholesOfBoth(all);
  const text =
    query.trim() === ''
      ? NO_QUESTION
      : present(sections, { query, presentation: readPresentation(query).presentation, comparison }) ||
        nothingFound(query);
  return {
    isCited: sections.some(({ groups }) => groups.length > 0),
    output: { text, structured: null, grounding: [], sources: evidence.sources.map(({ id, url }) => ({ id, url })) },
  };
}

interface Shown {
  query: string;
  presentation: Presentation;
  comparison: Comparison | undefined;
}

function present(sections: readonly Section[], { query, presentation, comparison }: Shown): string {
  const write = (section: Section) => writeSection(section, headingOf(section, query));
  const found = sections.filter(({ groups }) => groups.length > 0);
  const missing = sections.filter(({ groups }) => groups.length === 0).map(notFound);
  if (found.length === 0) return missing.join('\n\n');
  if (presentation.form === 'bullets') return [bulletsOf(found, presentation.most), ...missing].join('\n\n');
  const compared = comparison && comparisonTable(comparison, sections);
  if (!compared && presentation.form === 'table') return [tableOf(found), ...missing].join('\n\n');
  if (!compared) return writeSections(withoutRepeats(sections), write);
  const isOfAll = (question: string) => comparison.things.every((thing) => question.includes(thing));
  const others = sections.filter(({ question }) => !compared.questions.has(question));
  return [compared.table, ...others.filter((one) => one.groups.length > 0 || !isOfAll(one.question)).map(write)].join(
    '\n\n',
  );
}

/** The sections, after a summary where they are long. */
function writeSections(sections: readonly Section[], write: (section: Section) => string): string {
  const text = sections.map((section) => (sections.length > 1 ? write(section) : writeSection(section))).join('\n\n');
  const summary = countWords(text) > LONG_REPORT_WORDS ? summaryOf(sections) : undefined;
  return summary === undefined ? text : `${summary}\n\n${text}`;
}

function writeSection(section: Section, heading?: string): string {
  const before = heading === undefined ? '' : `## ${escapeMarkdown(heading)}\n\n`;
  return before + (section.groups.length > 0 ? paragraphsOf(section.groups) : notFound(section));
}

/** The paragraph of a question without an answer, with the closest sources. */
function notFound({ question, close }: Section): string {
  const nearest = close.map(({ title, name, id }) => `${escapeInline(title || name)} [${id}]`).join(', ');
  return nothingFound(question) + (nearest === '' ? '' : ` Close to it: ${nearest}.`);
}
