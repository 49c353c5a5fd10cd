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

/** What a caller wants of pages beside their Markdown. */
interface WantedParts {
  /** Absent: no passages are wanted. */
  question?: string | undefined;
  isTextWanted: boolean;
}

interface PageParts {
  /** Words and code without markup. Absent if it is not wanted. */
  text?: string | undefined;
  /** The passages that answer the question, best first. Absent without a question. */
  passages?: AnsweringPassage[];
}

/**
 * Reads parts of pages in a thread, in the order of the pages.
 *
 * @returns undefined if the pages exceed the thread's limit of time or memory
 * @throws the signal's reason
 */
export type ReadParts = (
  pages: readonly EvidencePage[],
  wanted: WantedParts,
  signal: AbortSignal,
) => Promise<PageParts[] | undefined>;

/** @param nearness absent: texts are compared by their words alone */
export function createReadParts(reader: EvidenceReader, nearness: Nearness | undefined): ReadParts {
  return async (pages, { question, isTextWanted }, signal) => {
    const questions = question === undefined ? [] : [question];
    const task = { questions, pages, modelPassages: 0, isTextWanted };
    const read = await reader.read(task, signal).catch(() => signal.throwIfAborted());
    if (!read) return undefined;
    const passages = new Map<string, AnsweringPassage[]>();
    for (const source of read.ofQuestions[0] ?? []) {
      signal.throwIfAborted();
      passages.set(source.url, await passagesIn(question ?? '', source, nearness));
    }
    return pages.map(({ finalUrl }, place) => ({
      ...(isTextWanted && { text: read.texts[place] }),
      ...(question !== undefined && { passages: passages.get(finalUrl) ?? [] }),
    }));
  };
}

async function passagesIn(
  question: string,
  source: EvidenceSource,
  nearness: Nearness | undefined,
): Promise<AnsweringPassage[]> {
  const { units, further } = await answersIn(question, [source], { nearness });
  const passages = [...units, ...further].map(({ place }) => place.passage);
  const distinct = new Map(passages.map(({ path, markdown }) => [markdown, { path, text: markdown }]));
  return [...distinct.values()];
}
