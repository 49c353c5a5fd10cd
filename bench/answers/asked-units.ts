import { cosine } from '../../services/embeddings/port.ts';
import { sourcesOf } from '../../services/grounding/sources-of.ts';
import { rerank } from '../../services/search/rank/rerank.ts';
import type { Candidate } from '../../services/search/find/candidates.ts';
import type { Source, SourcePassage } from '../../services/page-text/source.ts';
import { askedOf, type AnalysedQuestion } from '../../services/answer-units/asked.ts';
import { rankByMeaning } from '../../services/answer-units/rank-by-meaning.ts';
import { rankUnits, type RankedUnit } from '../../services/answer-units/rank-units.ts';
import { embeddedSet } from '../retrieval/embedded-set.ts';
import { withIndexedSet } from '../retrieval/indexed-set.ts';
import type { JudgedSet } from '../retrieval/judged-sets.ts';
import type { TextVectors } from '../retrieval/set-vectors.ts';

const SOURCES = 8;
const PASSAGES_OF_SOURCE = 3;

export type AskedUnit = RankedUnit<Source & { parts: readonly SourcePassage[] }>;

/** A question with the units of what a search finds for it, best first. */
export interface AskedUnits {
  asked: AnalysedQuestion;
  /** Found and ranked by words alone. */
  byWords: AskedUnit[];
  /** Found and ranked by words and meaning. */
  byMeaning: AskedUnit[];
}

/** Puts a set into an index of its own, and gives the work what answers from it are taken from. */
export async function withAskedUnits<T>(
  set: JudgedSet,
  vectors: TextVectors,
  work: (ask: (question: string) => Promise<AskedUnits>) => Promise<T>,
): Promise<T> {
  const rescore = await embeddedSet(set, vectors);
  const textOf = new Map(set.documents.map(({ _id, text }) => [_id, text]));
  const sources = (candidates: readonly Candidate[]) => answerSources(candidates, textOf);
  const nearness = {
    isOfBuiltIn: true,
    of: async (question: string, texts: readonly string[]) => {
      const vector = await vectors.of(question);
      const cosines: number[] = [];
      for (const text of texts) cosines.push(Math.max(0, cosine(vector, await vectors.of(text))));
      return cosines;
    },
  };
  return withIndexedSet(set, async (find, rarity) =>
    work(async (question) => {
      const asked = askedOf(question, rarity);
      const found = await find(question);
      const near = await rescore(question, found, { share: 1, found: 0 });
      return {
        asked,
        byWords: rankUnits(asked, sources(rerank(question, found))),
        byMeaning: await rankByMeaning(question, rankUnits(asked, sources(rerank(question, near))), nearness),
      };
    }),
  );
}

function answerSources(candidates: readonly Candidate[], textOf: ReadonlyMap<string, string>) {
  return sourcesOf(
    candidates.slice(0, SOURCES).map(({ documentId, passages, score }) => ({
      url: `https://eval.example.com/d/${encodeURIComponent(documentId)}`,
      source: '',
      title: passages[0]?.heading.split('\n')[0] ?? '',
      score,
      snippets: passages.slice(0, PASSAGES_OF_SOURCE),
      content: textOf.get(documentId) ?? '',
    })),
  ).map((source) => ({ ...source, parts: source.parts ?? [] }));
}
