import type { Candidate } from '../find/candidates.ts';
import { fittedLine } from './fitted-line.ts';
import { rerankFeatures, type RerankFeatures } from './rerank-features.ts';
import { FUSED_WEIGHTS, LEXICAL_WEIGHTS, type RerankWeights } from './rerank-weights.ts';

// Later candidates keep their first-stage order: a request returns at most 100 results, and the cost is linear.
const MOST_RERANKED = 120;
// Prior from the development sets. `slope` is the rise of the score by words and meaning where the score by words rises
// by 1.
const USUAL_FUSION = { slope: 1.5, weight: 0.5, spread: 0.05 };

/** The second stage of a search: reorders candidates by the weighted sum of their features. */
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
 * Scores on one scale, comparable within one query only. A line fitted to the candidates of known nearness converts the
 * score by words of each other candidate into the expected score by words and meaning.
 *
 * @param isNearKnown for each candidate, whether its nearness is known
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
  // Candidates of known nearness scatter around the line and the highest of them rank first. The spread compensates the
  // other candidates, which would all lie exactly on the line.
  return lexical.map((score, place) => fused[place] ?? line.at(score) + line.spread);
}

export function rerankScore(features: RerankFeatures, weights: RerankWeights): number {
  let score = 0;
  for (const name of Object.keys(weights) as Array<keyof RerankFeatures>) score += weights[name] * features[name];
  return score;
}
