import { markdownLink } from '../../text/markdown/markdown.ts';
import type { VerifiedUnit } from '../../grounding/model-text/judge-unit.ts';
import { verifiedUnits } from '../../answer/write-with-model.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Model } from '../../model/port.ts';
import { replaceProse } from '../../text/markdown/code-parts.ts';
import type { NumberedSource } from './sections.ts';
import { supportedText } from './supported-text.ts';

export interface DraftTask {
  query: string;
  questions: readonly string[];
  /** The sources with the passages to write from, `readable` already. */
  evidence: readonly NumberedSource[];
  /** It is translated afterwards: sentences can be held against sources in their own language alone. */
  inSourcesLanguage: boolean;
}

/** A report by a model: what it claims stands on sources. */
export interface Draft {
  /** Markdown with markers `[n]` of the sources' ids. */
  text: string;
  /** What it claimed beside that, and is left out of it. */
  unsupported: string[];
}

const FORM = `Write a report in Markdown: where there are several questions a heading (##) for each, below it what the sources say, most important first. Where sources differ on a number or a date, give both with their sources. Follow what the question itself asks on language, form and length.`;
const IN_SOURCES_LANGUAGE = 'Write each sentence in the language of its source.';

/**
 * Writes a report by a model, and has it revised once where it claims what no source says; the better one of both, without
 * what no source says in that one either.
 *
 * @returns undefined where the model cannot be used, or nothing that it wrote is in the sources
 * @throws the signal's reason
 */
export async function draftReport(model: Model, task: DraftTask, signal: AbortSignal): Promise<Draft | undefined> {
  const form = task.inSourcesLanguage ? `${FORM} ${IN_SOURCES_LANGUAGE}` : FORM;
  const first = await draftOnce(model, task, form, signal);
  if (!first || first.unsupported.length === 0) return first;
  const faults = first.unsupported.map((sentence) => `- ${sentence}`).join('\n');
  const second = await draftOnce(
    model,
    task,
    `${form}\nAn earlier version claimed the following, which no source says; leave it out or say what the sources say:\n${faults}`,
    signal,
  );
  return second && second.unsupported.length < first.unsupported.length ? second : first;
}

async function draftOnce(
  model: Model,
  { query, questions, evidence: sources }: DraftTask,
  instruction: string,
  signal: AbortSignal,
): Promise<Draft | undefined> {
  const asked =
    questions.length > 1
      ? `${query}\n\nQuestions to answer:\n${questions.map((question) => `- ${question}`).join('\n')}`
      : query;
  const units: VerifiedUnit[] = [];
  try {
    for await (const unit of verifiedUnits(model, { query: asked, instruction, tier: 'pro' }, sources, signal))
      units.push(unit);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ServiceError)) throw error;
    return undefined;
  }
  const { text, unsupported } = supportedText(units, sources, asked);
  return text === '' ? undefined : { text: withMarkers(text, sources), unsupported };
}

/** Links to sources, as the writer leaves them, in the form of a report. */
function withMarkers(written: string, sources: readonly NumberedSource[]): string {
  const marked = sources.reduce(
    (text, { id, name, url }) => text.replaceAll(`(${markdownLink(name, url)})`, `[${id}]`),
    written,
  );
  return replaceProse(marked, (prose) => prose.replaceAll(/(\[\d+\]) (?=\[\d+\])/g, '$1'));
}
