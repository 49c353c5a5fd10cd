import type { Candidate } from '../find/candidates.ts';
import { rerankFeatures, type RerankFeatures } from './rerank-features.ts';
import { RERANK_WEIGHTS } from './rerank-weights.ts';

// Beyond this number the order of the first stage stays: a request asks for at most 100, and the cost is linear.
const MOST_RERANKED = 120;

/** The second stage: candidates ordered by BM25 together with what it cannot see, each by its learned weight. */
export function rerank(query: string, candidates: readonly Candidate[]): Candidate[] {
  const head = candidates.slice(0, MOST_RERANKED);
  const features = rerankFeatures(query, head);
  if (!features) return [...candidates];
  const best = candidates[0]?.score ?? 1;
  const reranked = features.flatMap((one, index) => {
    const candidate = head[index];
    return candidate ? [{ ...candidate, score: rerankScore(one, RERANK_WEIGHTS) }] : [];
  });
  const rest = candidates.slice(MOST_RERANKED).map((candidate) => ({ ...candidate, score: candidate.score / best }));
  return [...reranked.sort((a, b) => b.score - a.score), ...rest];
}

/** @returns comparable within one query only */
export function rerankScore(features: RerankFeatures, weights: Readonly<Record<keyof RerankFeatures, number>>): number {
  let score = 0;
  for (const name of Object.keys(weights) as Array<keyof RerankFeatures>) score += weights[name] * features[name];
  return score;
}
