import { queryStems } from '../../text/terms.ts';
import { stemFinder, wordsOf } from '../../text/words.ts';
import type { Candidate } from '../find/candidates.ts';

/**
 * Features by which a document is reranked, each from 0 to 1. Shares of the query are weighted: a stem that is rare
 * among the candidates counts more. The text features describe the best passage.
 */
export interface RerankFeatures {
  /** First-stage score relative to the first candidate's. */
  score: number;
  /** Score of the second passage on the same scale: a document about the subject has several matching passages. */
  secondScore: number;
  /** Share of the query in the document's title and in the headings above the passage. */
  heading: number;
  /** Nearness in meaning to the query; 0 if unknown. */
  near: number;
  /** Share of the query in the passage. */
  coverage: number;
  /** Share of the query's adjacent stems that are adjacent in the passage too. */
  pairs: number;
  /** Highest share of the query in any `TOGETHER_WORDS` consecutive words. */
  together: number;
  /** Highest share of the query in one sentence. */
  sentence: number;
  /** Share of the query in the first `EARLY_WORDS` words. */
  early: number;
}

const TOGETHER_WORDS = 20;
const EARLY_WORDS = 40;
const PAIR_WORDS = 2;
const SENTENCE_END = /(?<=[.!?。！？])\s+/u;

interface Place {
  stem: string;
  /** Index of its word in the text, from 0. */
  at: number;
  /** Index of its sentence in the text, from 0. */
  sentence: number;
}

interface Read {
  candidate: Candidate;
  text: Place[];
  heading: ReadonlySet<string>;
}

/** The features of each candidate, in order; undefined if the query has no stems or the first candidate no score. */
export function rerankFeatures(query: string, candidates: readonly Candidate[]): RerankFeatures[] | undefined {
  const stems = queryStems(query);
  const best = candidates[0]?.score ?? 0;
  if (stems.length === 0 || best <= 0) return undefined;
  const placesOf = placeFinder(stems);
  const read = candidates.map((candidate): Read => {
    const [passage] = candidate.passages;
    return {
      candidate,
      text: placesOf(passage?.text ?? ''),
      heading: new Set(placesOf(`${passage?.heading ?? ''}\n${passage?.path ?? ''}`).map(({ stem }) => stem)),
    };
  });
  const weigh = weigher(stems, read);
  return read.map(({ candidate, text, heading }) => ({
    score: candidate.score / best,
    near: candidate.near ?? 0,
    secondScore: (candidate.passages[1]?.score ?? 0) / best,
    heading: weigh(heading),
    coverage: weigh(new Set(text.map(({ stem }) => stem))),
    pairs: pairsFound(stems, weigh, text),
    together: mostTogether(weigh, text),
    sentence: bestSentence(weigh, text),
    early: weigh(new Set(text.filter(({ at }) => at < EARLY_WORDS).map(({ stem }) => stem))),
  }));
}

/** The share of the query's total weight that a set of stems has. */
type Weigh = (stems: ReadonlySet<string>) => number;

/** Weights each stem of the query by its rarity among the candidates. */
function weigher(stems: readonly string[], read: readonly Read[]): Weigh {
  const held = read.map(({ text, heading }) => new Set([...heading, ...text.map(({ stem }) => stem)]));
  const weights = new Map(
    stems.map((stem) => {
      const holding = held.filter((one) => one.has(stem)).length;
      return [stem, Math.log(1 + (read.length + 1) / (holding + 0.5))];
    }),
  );
  const total = sum(weights.values());
  return (some) => sum(Array.from(some, (stem) => weights.get(stem) ?? 0)) / total;
}

/** The weighted share of the query's adjacent stems that follow each other within `PAIR_WORDS` words of the text. */
function pairsFound(stems: readonly string[], weigh: Weigh, text: readonly Place[]): number {
  let found = 0;
  let total = 0;
  for (const [index, second] of stems.entries()) {
    const first = stems[index - 1];
    if (first === undefined) continue;
    const weight = Math.min(weigh(new Set([first])), weigh(new Set([second])));
    total += weight;
    if (follows(text, first, second)) found += weight;
  }
  return total === 0 ? 0 : found / total;
}

function follows(text: readonly Place[], first: string, second: string): boolean {
  return text.some((one, index) => {
    if (one.stem !== first) return false;
    for (let next = index + 1; next < text.length; next += 1) {
      const other = text[next];
      if (!other || other.at - one.at > PAIR_WORDS) return false;
      if (other.stem === second) return true;
    }
    return false;
  });
}

function mostTogether(weigh: Weigh, text: readonly Place[]): number {
  let most = 0;
  let end = 0;
  for (const [start, first] of text.entries()) {
    while (end < text.length && (text[end]?.at ?? 0) - first.at < TOGETHER_WORDS) end += 1;
    most = Math.max(most, weigh(new Set(text.slice(start, end).map(({ stem }) => stem))));
  }
  return most;
}

function bestSentence(weigh: Weigh, text: readonly Place[]): number {
  const sentences = Map.groupBy(text, ({ sentence }) => sentence);
  return Math.max(0, ...Array.from(sentences.values(), (places) => weigh(new Set(places.map(({ stem }) => stem)))));
}

function placeFinder(stems: readonly string[]): (text: string) => Place[] {
  const wantedStem = stemFinder(stems);
  return (text) => {
    let at = 0;
    return text.split(SENTENCE_END).flatMap((words, sentence) =>
      wordsOf(words).flatMap((word) => {
        at += 1;
        const stem = wantedStem(word);
        return stem === undefined ? [] : [{ stem, at: at - 1, sentence }];
      }),
    );
  };
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
