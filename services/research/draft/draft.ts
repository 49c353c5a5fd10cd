import { markdownLink } from '../../text/markdown/markdown.ts';
import type { VerifiedUnit } from '../../grounding/model-text/judge-unit.ts';
import { verifiedUnits } from '../../answer/write-with-model.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Model } from '../../model/port.ts';
import { replaceProse } from '../../text/markdown/code-parts.ts';
import type { NumberedSource } from '../evidence/read-evidence.ts';
import { supportedText } from './supported-text.ts';

export interface DraftTask {
  query: string;
  questions: readonly string[];
  /** The sources with their evidence passages, already `readable`. */
  evidence: readonly NumberedSource[];
  /** Whether the report is translated afterwards. Sentences can be verified only in the language of their sources. */
  inSourcesLanguage: boolean;
}

/** A report that a model wrote, with claims that its sources support. */
export interface Draft {
  /** Markdown with markers `[n]`, the ids of the sources. */
  text: string;
  /** Claims of the model that no source supports. The text omits them. */
  unsupported: string[];
}

const FORM = `Write a report in Markdown: where there are several questions a heading (##) for each, below it what the sources say, most important first. Where sources differ on a number or a date, give both with their sources. Follow what the question itself asks on language, form and length.`;
const IN_SOURCES_LANGUAGE = 'Write each sentence in the language of its source.';

/**
 * Writes a report with a model, and has it revised once if it makes claims that no source supports. Returns the better
 * version, without its unsupported claims.
 *
 * @returns undefined if the model is unavailable, or none of its claims is supported
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
  const prompt =
    questions.length > 1
      ? `${query}\n\nQuestions to answer:\n${questions.map((question) => `- ${question}`).join('\n')}`
      : query;
  const units: VerifiedUnit[] = [];
  try {
    for await (const unit of verifiedUnits(model, { query: prompt, instruction, tier: 'pro' }, sources, signal))
      units.push(unit);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ServiceError)) throw error;
    return undefined;
  }
  const { text, unsupported } = supportedText(units, sources, prompt);
  return text === '' ? undefined : { text: withMarkers(text, sources), unsupported };
}

/** Converts the writer's links to sources into the markers of a report. */
function withMarkers(written: string, sources: readonly NumberedSource[]): string {
  const marked = sources.reduce(
    (text, { id, name, url }) => text.replaceAll(`(${markdownLink(name, url)})`, `[${id}]`),
    written,
  );
  return replaceProse(marked, (prose) => prose.replaceAll(/(\[\d+\]) (?=\[\d+\])/g, '$1'));
}
