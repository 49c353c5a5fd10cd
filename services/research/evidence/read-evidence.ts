import { hasContentsOnly, passagesOf, passageText } from '../../blocks/passages.ts';
import { sourceCode } from '../../page-text/source-code.ts';
import { passagesHolding, stemPassages, type StemmedPassage } from './passages-holding.ts';
import type { Source, SourcePassage } from '../../page-text/source.ts';
import { plainText, readableText } from '../../text/markdown/plain-text.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { stemsOf } from '../../text/words.ts';
import { charactersToRead } from '../../answer-units/further-parts.ts';
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

interface Searched {
  /** What its search has found. */
  passages: ReadonlyArray<SourcePassage & { url: string }>;
  /** The searches that followed up on it. */
  followUps: readonly string[];
}

export interface EvidenceTask {
  questions: readonly string[];
  /** For each question what its searches tell. Absent: nothing. */
  searched?: readonly Searched[];
  pages: readonly EvidencePage[];
  /** Number of passages to return for a model; 0: none. */
  modelPassages: number;
  /** Whether the readable text of each page is wanted. Absent: it is not. */
  isTextWanted?: boolean;
}

export interface RunEvidence {
  /** Every page once, in the order of reading. */
  sources: Array<Pick<NumberedSource, 'id' | 'url' | 'title'>>;
  /** For each question the sources of its best passages. */
  ofQuestions: EvidenceSource[][];
  /** The sources reduced to their best passages, without markup. */
  forModel: NumberedSource[];
  /** The readable text of each page, in the order of the pages; empty if it is not wanted. */
  texts: string[];
}

// Passages are compared closely, so only the best of what may be many megabytes are.
const COMPARED = 150;
const PASSAGES = 12;
const PASSAGES_OF_FOLLOW_UP = 4;
// Best by words alone, of pages that the search has not found for the question.
const OTHER_PAGE = 0.8;
// What a follow-up finds answers a part of the question, so it ranks after what is found for the whole.
const FOLLOW_UP = 0.5;

interface PagePassage extends StemmedPassage {
  isContents: boolean;
  page: NumberedSource & { markdown: string };
  markdown: string;
  path: readonly string[];
}

/** The passages of the pages that may answer the questions, and those that a model may read. */
export function readEvidence(task: EvidenceTask): RunEvidence {
  const { questions, searched = [], pages, modelPassages, isTextWanted = false } = task;
  const numbered = numberPages(pages);
  const passages = passagesOfPages(numbered, [...questions, ...searched.flatMap(({ followUps }) => followUps)]);
  return {
    sources: numbered.map(({ id, url, title }) => ({ id, url, title })),
    ofQuestions: questions.map((question, place) => evidenceFor(question, searched[place] ?? NOT_SEARCHED, passages)),
    forModel: modelPassages > 0 ? bestOf(questions, passages, modelPassages) : [],
    texts: isTextWanted ? pages.map(({ markdown }) => readableText(markdown)) : [],
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
      isContents: hasContentsOnly(passage),
    }));
    const texts = parts.map(({ markdown, path }) => [page.title, ...path, markdown].join('\n'));
    const stemmed = stemPassages(texts, wanted);
    return parts.flatMap((part, place) => {
      const own = stemmed[place];
      return own ? [{ ...own, ...part, page }] : [];
    });
  });
}

const NOT_SEARCHED: Searched = { passages: [], followUps: [] };

interface Scored extends SourcePassage {
  page: PagePassage['page'];
}

/**
 * What the search has found of the pages ranks first, since it knows more than words; then the best of the other pages,
 * and what the follow-ups lead to.
 */
function evidenceFor(
  question: string,
  { passages: found, followUps }: Searched,
  all: readonly PagePassage[],
): EvidenceSource[] {
  const pages = new Map(all.map(({ page }) => [page.url, page]));
  const known = found.flatMap(({ url, markdown, path, score }): Scored[] => {
    const page = pages.get(url);
    return page ? [{ page, markdown, path, score }] : [];
  });
  const searched = new Set(known.map(({ page }) => page));
  const others = bestFor(question, all, PASSAGES).filter(({ page }) => !searched.has(page));
  const further = followUps.flatMap((followUp) => bestFor(followUp, all, PASSAGES_OF_FOLLOW_UP));
  const scored = [...known, ...weighed(others, OTHER_PAGE), ...weighed(further, FOLLOW_UP)];
  const distinct = [...Map.groupBy(scored, ({ page, markdown }) => `${page.id} ${markdown}`).values()];
  const byPage = Map.groupBy(
    distinct.flatMap(([first]) => first ?? []).toSorted((one, other) => other.score - one.score),
    ({ page }) => page,
  );
  const characters = charactersToRead(question);
  return Array.from(byPage, ([{ markdown, ...source }, own]) => ({
    ...source,
    parts: own.map(({ markdown: text, path, score }) => ({ markdown: text, path, score })),
    score: own[0]?.score ?? 0,
    ...(characters > 0 && { text: markdown.slice(0, characters) }),
  }));
}

const weighed = (passages: readonly Scored[], weight: number) =>
  passages.map((passage) => ({ ...passage, score: passage.score * weight }));

function bestFor(query: string, all: readonly PagePassage[], most: number): Scored[] {
  return scorePassages(query, passagesHolding(stemsOf(query), all, COMPARED), all.length)
    .slice(0, most)
    .map(({ passage: { page, markdown, path }, score }) => ({ page, markdown, path, score }));
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
