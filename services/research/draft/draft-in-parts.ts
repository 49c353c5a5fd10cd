import { nothingFound } from '../../answer/text/compose.ts';
import { escapeMarkdown } from '../../text/markdown/markdown.ts';
import type { Model } from '../../model/port.ts';
import { withPaths } from '../../grounding/with-paths.ts';
import { countTokens } from '../../search/snippets/budgets.ts';
import type { NumberedSource } from '../evidence/read-evidence.ts';
import type { PageNote } from '../notes/stored-notes.ts';
import { draftReport, type Draft, type DraftTask } from './draft.ts';

// With the rules and a short output, these fit into a context of 8,000 tokens.
const EVIDENCE_TOKENS = 4_500;

/**
 * Writes a report from the notes with a model: as a whole if the evidence fits into a small context, else a section for
 * each question from the notes about it, or the statement that there are none.
 *
 * @returns undefined if the model is unavailable, or none of its claims is supported
 * @throws the signal's reason
 */
export async function draftInParts(
  model: Model,
  { notes, ...task }: DraftTask & { notes: readonly PageNote[] },
  signal: AbortSignal,
): Promise<Draft | undefined> {
  if (notes.length === 0 || tokensOf(task.evidence) <= EVIDENCE_TOKENS) return draftReport(model, task, signal);
  const sections: Draft[] = [];
  const noted = new Set(notes.map(({ quote }) => quote.text));
  const unnoted = task.evidence.filter(({ parts = [] }) => !parts.some(({ markdown }) => noted.has(markdown)));
  for (const question of task.questions) {
    const quotes = new Set(notes.filter((note) => note.question === question).map(({ quote }) => quote.text));
    const evidence = withinTokens([...task.evidence.flatMap((source) => withQuotes(source, quotes)), ...unnoted]);
    if (evidence.length === 0) {
      sections.push({ text: withHeading(question, nothingFound(question)), unsupported: [] });
      continue;
    }
    const section = await draftReport(model, { ...task, query: question, questions: [question], evidence }, signal);
    // A report without one of its parts is worse than the extract, which has all parts.
    if (!section) return undefined;
    sections.push({ ...section, text: withHeading(question, section.text) });
  }
  return {
    text: sections.map(({ text }) => text).join('\n\n'),
    unsupported: sections.flatMap(({ unsupported }) => unsupported),
  };
}

const withHeading = (question: string, text: string) =>
  text.startsWith('#') ? text : `## ${escapeMarkdown(question)}\n\n${text}`;

const tokensOf = (sources: readonly NumberedSource[]) =>
  sources.reduce((sum, { passages }) => sum + countTokens(passages.join('\n')), 0);

/** The source reduced to the passages that a model quoted. */
function withQuotes(source: NumberedSource, quotes: ReadonlySet<string>): NumberedSource[] {
  const parts = (source.parts ?? []).filter(({ markdown }) => quotes.has(markdown));
  return parts.length > 0 ? [withPaths({ ...source, parts, passages: parts.map(({ markdown }) => markdown) })] : [];
}

/** Every source keeps its first passages, as many of each as fit together. */
function withinTokens(sources: readonly NumberedSource[]): NumberedSource[] {
  for (let each = Math.max(0, ...sources.map(({ passages }) => passages.length)); each > 1; each -= 1) {
    const kept = sources.map((source) => ({ ...source, passages: source.passages.slice(0, each) }));
    if (tokensOf(kept) <= EVIDENCE_TOKENS) return kept;
  }
  const kept: NumberedSource[] = [];
  for (const source of sources.map((one) => ({ ...one, passages: one.passages.slice(0, 1) })))
    if (kept.length === 0 || tokensOf([...kept, source]) <= EVIDENCE_TOKENS) kept.push(source);
  return kept;
}
