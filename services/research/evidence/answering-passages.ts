import { answersIn } from '../../answer-units/answers-in.ts';
import type { Nearness } from '../../embeddings/nearness.ts';
import type { EvidenceReader } from './evidence-reader.ts';
import type { EvidencePage, EvidenceSource } from './read-evidence.ts';

/** A passage of a page, as it stands there. */
interface AnsweringPassage {
  /** The headings and terms above it, outermost first. */
  path: readonly string[];
  /** Markdown. */
  text: string;
}

/**
 * The passages of each page that answer a question, best first, by its final URL; none of a page that does not answer.
 *
 * @throws the signal's reason; Error if the pages exceed the limit of time or memory
 */
export type AnsweringPassages = (
  question: string,
  pages: readonly EvidencePage[],
  signal: AbortSignal,
) => Promise<Map<string, AnsweringPassage[]>>;

/** @param nearness absent: texts are compared by their words alone */
export function createAnsweringPassages(reader: EvidenceReader, nearness: Nearness | undefined): AnsweringPassages {
  return async (question, pages, signal) => {
    const { ofQuestions } = await reader.read({ questions: [question], pages, modelPassages: 0 }, signal);
    const found = new Map<string, AnsweringPassage[]>();
    for (const source of ofQuestions[0] ?? []) {
      signal.throwIfAborted();
      found.set(source.url, await passagesOf(question, source, nearness));
    }
    return found;
  };
}

async function passagesOf(
  question: string,
  source: EvidenceSource,
  nearness: Nearness | undefined,
): Promise<AnsweringPassage[]> {
  const { units, further } = await answersIn(question, [source], { nearness });
  const passages = [...units, ...further].map(({ place }) => place.passage);
  const distinct = new Map(passages.map(({ path, markdown }) => [markdown, { path, text: markdown }]));
  return [...distinct.values()];
}
