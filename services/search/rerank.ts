import { stemFinder, stemsOf, wordsOf } from '../index/words.ts';
import type { Candidate } from './candidates.ts';

// Measured on five development sets (cranfield, clef20-t2, squadshift-reddit, musique, pubmedqa): mean nDCG@10 .664
// without, .688 with these weights, and between .685 and .689 wherever each lies within half of its value.
const HEADING_WEIGHT = 0.6;
const PAIRS_WEIGHT = 0.5;
const TOGETHER_WEIGHT = 0.4;

// Beyond so many the order of the first stage stays: nobody asks for more than 100, and the cost is linear.
const MOST_RERANKED = 120;
const TOGETHER_WORDS = 25;
const PAIR_WORDS = 2;

/** Where the query's stems stand in one text. */
type Places = Map<string, number[]>;

interface Read {
  candidate: Candidate;
  text: Places;
  heading: Places;
}

/**
 * The second stage: candidates ordered by BM25 together with what it cannot see: how much of the query the heading
 * holds, how many of its word pairs stand as pairs, and how much of it stands together within a few words.
 */
export function rerank(query: string, candidates: readonly Candidate[]): Candidate[] {
  const stems = stemsOf(query);
  const best = candidates[0]?.score ?? 0;
  if (stems.length === 0 || best <= 0) return [...candidates];
  const placesOf = placeFinder(stems);
  const read = candidates.slice(0, MOST_RERANKED).map((candidate): Read => {
    const [passage] = candidate.passages;
    return { candidate, text: placesOf(passage?.text ?? ''), heading: placesOf(passage?.heading ?? '') };
  });
  const weightOf = weights(stems, read);
  const reranked = read.map((one) => ({
    ...one.candidate,
    score: one.candidate.score / best + closeness(stems, weightOf, one),
  }));
  const rest = candidates.slice(MOST_RERANKED).map((candidate) => ({ ...candidate, score: candidate.score / best }));
  return [...reranked.sort((a, b) => b.score - a.score), ...rest];
}

function closeness(stems: readonly string[], weightOf: ReadonlyMap<string, number>, { text, heading }: Read): number {
  const total = sum([...weightOf.values()]);
  const inHeading = sum([...heading.keys()].map((stem) => weightOf.get(stem) ?? 0));
  return (
    (HEADING_WEIGHT * inHeading) / total +
    PAIRS_WEIGHT * pairsFound(stems, weightOf, text) +
    (TOGETHER_WEIGHT * mostTogether(weightOf, text)) / total
  );
}

/** The share of the query's neighbouring stems that are neighbours, or nearly, in the text too. */
function pairsFound(stems: readonly string[], weightOf: ReadonlyMap<string, number>, text: Places): number {
  let found = 0;
  let total = 0;
  for (const [index, second] of stems.entries()) {
    const first = stems[index - 1];
    if (first === undefined) continue;
    const weight = Math.min(weightOf.get(first) ?? 0, weightOf.get(second) ?? 0);
    total += weight;
    if (follows(text.get(first) ?? [], text.get(second) ?? [])) found += weight;
  }
  return total === 0 ? 0 : found / total;
}

function follows(firsts: readonly number[], seconds: readonly number[]): boolean {
  return firsts.some((first) => seconds.some((second) => second > first && second - first <= PAIR_WORDS));
}

/** The weight of the distinct stems in the best stretch of TOGETHER_WORDS words. */
function mostTogether(weightOf: ReadonlyMap<string, number>, text: Places): number {
  const places = [...text].flatMap(([stem, at]) => at.map((place) => ({ stem, place }))).sort((a, b) => a.place - b.place);
  const inside = new Map<string, number>();
  let start = 0;
  let weight = 0;
  let most = 0;
  for (const { stem, place } of places) {
    const count = inside.get(stem) ?? 0;
    if (count === 0) weight += weightOf.get(stem) ?? 0;
    inside.set(stem, count + 1);
    for (let first = places[start]; first && place - first.place > TOGETHER_WORDS; first = places[(start += 1)]) {
      const left = (inside.get(first.stem) ?? 0) - 1;
      inside.set(first.stem, left);
      if (left === 0) weight -= weightOf.get(first.stem) ?? 0;
    }
    most = Math.max(most, weight);
  }
  return most;
}

/** How telling each stem is, judged by the candidates alone: the rarer among them, the more. */
function weights(stems: readonly string[], read: readonly Read[]): Map<string, number> {
  return new Map(
    stems.map((stem) => {
      const holding = read.filter(({ text, heading }) => text.has(stem) || heading.has(stem)).length;
      return [stem, Math.log(1 + (read.length + 1) / (holding + 0.5))];
    }),
  );
}

function placeFinder(stems: readonly string[]): (text: string) => Places {
  const wantedStem = stemFinder(stems);
  return (text) => {
    const places: Places = new Map();
    for (const [place, word] of wordsOf(text).entries()) {
      const stem = wantedStem(word);
      if (stem === undefined) continue;
      const at = places.get(stem);
      if (at) at.push(place);
      else places.set(stem, [place]);
    }
    return places;
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
