import type { Candidate } from '../find/candidates.ts';
import { fittedLine } from './fitted-line.ts';
import { rerankFeatures, type RerankFeatures } from './rerank-features.ts';
import { FUSED_WEIGHTS, LEXICAL_WEIGHTS, type RerankWeights } from './rerank-weights.ts';

// Beyond this number the order of the first stage stays: a request asks for at most 100, and the cost is linear.
const MOST_RERANKED = 120;
// What is usual on the development sets: how much higher the score with meaning is for a candidate whose score by words is
// higher by 1.
const USUAL_FUSION = { slope: 1.5, weight: 0.5, spread: 0.05 };

/** The second stage: candidates ordered by BM25 together with what it cannot see, each by its learned weight. */
export function rerank(query: string, candidates: readonly Candidate[]): Candidate[] {
  const head = candidates.slice(0, MOST_RERANKED);
  const features = rerankFeatures(query, head);
  if (!features) return [...candidates];
  const scores = rerankScores(
    features,
    head.map(({ near }) => near !== undefined),
  );
  const reranked = head
    .map((candidate, place) => ({ ...candidate, score: scores[place] ?? 0 }))
    .sort((a, b) => b.score - a.score);
  const best = candidates[0]?.score ?? 1;
  const last = reranked.at(-1)?.score ?? 1;
  const rest = candidates
    .slice(MOST_RERANKED)
    .map((candidate) => ({ ...candidate, score: (last * candidate.score) / best }));
  return [...reranked, ...rest];
}

/**
 * Scores on one scale, comparable within one query only. Where the nearness of some candidates is not known, their score by
 * words is put where candidates with that score are by words and meaning.
 */
export function rerankScores(features: readonly RerankFeatures[], isNearKnown: readonly boolean[]): number[] {
  const lexical = features.map((one) => rerankScore(one, LEXICAL_WEIGHTS));
  const fused = features.map((one, place) => (isNearKnown[place] ? rerankScore(one, FUSED_WEIGHTS) : undefined));
  const known = lexical.flatMap((score, place) => {
    const other = fused[place];
    return other === undefined ? [] : [[score, other] as const];
  });
  if (known.length === 0) return lexical;
  const line = fittedLine(known, USUAL_FUSION);
  // The spread is what a candidate may turn out to be above the line: without it, the luckiest of the known ones would win.
  return lexical.map((score, place) => fused[place] ?? line.at(score) + line.spread);
}

export function rerankScore(features: RerankFeatures, weights: RerankWeights): number {
  let score = 0;
  for (const name of Object.keys(weights) as Array<keyof RerankFeatures>) score += weights[name] * features[name];
  return score;
}
