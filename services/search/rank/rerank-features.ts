import { queryStems } from '../../text/terms.ts';
import { stemFinder, wordsOf } from '../../text/words.ts';
import type { Candidate } from '../find/candidates.ts';

/** What tells how well a document answers a query, each from 0 to 1. */
export interface RerankFeatures {
  /** Its best passage's BM25 beside the best of all. */
  score: number;
  /** BM25 of its second passage beside the best of all: a document about the matter holds more than one. */
  secondScore: number;
  /** How much of the query its title and the headings above it hold. The shares here and below are of the weight of the query's stems. */
  heading: number;
  /** How near it is to the query in meaning; 0 where that is not known. */
  near: number;
  /** How much of the query the passage holds anywhere. */
  coverage: number;
  /** How many of the query's word pairs stand as pairs. */
  pairs: number;
  /** How much of the query stands together within a few words. */
  together: number;
  /** How much of the query one sentence holds. */
  sentence: number;
  /** How much of the query stands where the passage begins. */
  early: number;
}

const TOGETHER_WORDS = 20;
const EARLY_WORDS = 40;
const PAIR_WORDS = 2;
const SENTENCE_END = /(?<=[.!?。！？])\s+/u;

interface Place {
  stem: string;
  /** Its word's number in the text. */
  at: number;
  sentence: number;
}

interface Read {
  candidate: Candidate;
  text: Place[];
  heading: ReadonlySet<string>;
}

/** The features of each candidate, in order. Those of an empty query, or of candidates without a score, are none. */
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

/** The share that distinct stems have of the whole query's weight. */
type Weigh = (stems: ReadonlySet<string>) => number;

/** How telling each stem is, judged by the candidates alone: the rarer among them, the more. */
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

/** The share of the query's neighbouring stems that are neighbours, or nearly, in the text too. */
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
