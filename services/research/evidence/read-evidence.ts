import { passagesOf, passageText } from '../../blocks/passages.ts';
import { cleansePassage } from '../../page-text/cleanse-passage.ts';
import { sourceCode } from '../../page-text/source-code.ts';
import { passagesHolding, stemPassages, type StemmedPassage } from '../../sentence-selection/passages-holding.ts';
import type { Source, SourcePassage } from '../../sentence-selection/source.ts';
import { plainText } from '../../text/markdown/plain-text.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { stemsOf } from '../../text/words.ts';
import { questionKind } from '../../units/question-kind.ts';
import { scorePassages } from './score-passages.ts';

/** A page that a run has read. */
export interface EvidencePage {
  finalUrl: string;
  title?: string;
  markdown: string;
}

export interface NumberedSource extends Source {
  id: number;
}

/** A source with the passages that may answer a question. */
export type EvidenceSource = NumberedSource & { parts: readonly SourcePassage[] };

export interface EvidenceTask {
  questions: readonly string[];
  /** For each question the searches that followed up on it. Absent: none did. */
  followUps?: ReadonlyArray<readonly string[]>;
  pages: readonly EvidencePage[];
  /** Number of passages to return for a model; 0: none. */
  modelPassages: number;
}

export interface RunEvidence {
  /** Every page once, in the order of reading. */
  sources: Array<Pick<NumberedSource, 'id' | 'url' | 'title'>>;
  /** For each question the sources of its best passages. */
  ofQuestions: EvidenceSource[][];
  /** The sources reduced to their best passages, without markup. */
  forModel: NumberedSource[];
}

// Passages are compared closely, so only the best of what may be many megabytes are.
const COMPARED = 150;
const PASSAGES = 12;
const PASSAGES_OF_FOLLOW_UP = 4;
// What a follow-up finds answers a part of the question, so it ranks after what is found for the whole.
const FOLLOW_UP = 0.5;
// A list of terms is found in the whole document, what a thing is at its beginning.
const CHARACTERS_FOR_A_LIST = 300_000;
const CHARACTERS_FOR_A_DEFINITION = 3_000;

interface PagePassage extends StemmedPassage {
  page: NumberedSource & { markdown: string };
  markdown: string;
  path: readonly string[];
}

/** The passages of the pages that may answer the questions, and those that a model may read. */
export function readEvidence({ questions, followUps = [], pages, modelPassages }: EvidenceTask): RunEvidence {
  const numbered = numberPages(pages);
  const passages = passagesOfPages(numbered, [...questions, ...followUps.flat()]);
  return {
    sources: numbered.map(({ id, url, title }) => ({ id, url, title })),
    ofQuestions: questions.map((question, place) => evidenceFor(question, followUps[place] ?? [], passages)),
    forModel: modelPassages > 0 ? bestOf(questions, passages, modelPassages) : [],
  };
}

/** A page with several addresses is one source. */
function numberPages(pages: readonly EvidencePage[]): Array<NumberedSource & { markdown: string }> {
  const byUrl = new Map(pages.map((page) => [page.finalUrl, page]));
  return [...byUrl.values()].map(({ finalUrl, title, markdown }, index) => ({
    id: index + 1,
    url: finalUrl,
    name: title ?? finalUrl,
    title: title ?? '',
    passages: [],
    markdown,
  }));
}

function passagesOfPages(pages: ReturnType<typeof numberPages>, questions: readonly string[]): PagePassage[] {
  const wanted = new Set(questions.flatMap(stemsOf));
  return pages.flatMap((page) => {
    const parts = passagesOf(page.markdown).map((passage) => ({
      markdown: passageText(passage),
      path: passage.path.map(({ text }) => text),
    }));
    const texts = parts.map(({ markdown, path }) => [page.title, ...path, markdown].join('\n'));
    return stemPassages(texts, wanted).map(({ text, held }, place) => ({
      text,
      held,
      page,
      markdown: parts[place]?.markdown ?? '',
      path: parts[place]?.path ?? [],
    }));
  });
}

function evidenceFor(question: string, followUps: readonly string[], all: readonly PagePassage[]): EvidenceSource[] {
  const best = new Map(bestFor(question, all, PASSAGES).map(({ passage, score }) => [passage, score]));
  for (const followUp of followUps)
    for (const { passage, score } of bestFor(followUp, all, PASSAGES_OF_FOLLOW_UP))
      if (!best.has(passage)) best.set(passage, score * FOLLOW_UP);
  const byPage = Map.groupBy(best, ([passage]) => passage.page);
  const characters = charactersToRead(question);
  return Array.from(byPage, ([{ markdown, ...source }, own]) => ({
    ...source,
    passages: own.map(([passage]) => cleansePassage(plainText(passage.markdown))),
    parts: own.map(([passage, score]) => ({ markdown: passage.markdown, path: passage.path, score })),
    score: own[0]?.[1] ?? 0,
    ...(characters > 0 && { text: markdown.slice(0, characters) }),
  }));
}

const bestFor = (query: string, all: readonly PagePassage[], most: number) =>
  scorePassages(query, passagesHolding(stemsOf(query), all, COMPARED), all.length).slice(0, most);

function charactersToRead(question: string): number {
  const { list, definition } = questionKind(question);
  if (list) return CHARACTERS_FOR_A_LIST;
  return definition ? CHARACTERS_FOR_A_DEFINITION : 0;
}

/** The best passages of each question in turn, by source. Sources without one are omitted. */
function bestOf(questions: readonly string[], all: readonly PagePassage[], most: number): NumberedSource[] {
  const each = Math.max(1, Math.floor(most / Math.max(1, questions.length)));
  const best = new Set(questions.flatMap((question) => passagesHolding(stemsOf(question), all, each)));
  const bySource = Map.groupBy(
    all.filter((passage) => best.has(passage)),
    ({ page }) => page,
  );
  return Array.from(bySource, ([{ markdown, ...source }, own]) => {
    const passages = own.map((passage) => plainText(passage.markdown).trim()).filter((text) => text !== '');
    const sentences = new Set(passages.flatMap(sentencesOf));
    return {
      ...source,
      passages,
      parts: own.map((passage) => ({ markdown: passage.markdown, path: passage.path, score: 1 })),
      code: sourceCode(markdown).filter(({ introduction }) => sentences.has(introduction)),
    };
  });
}
