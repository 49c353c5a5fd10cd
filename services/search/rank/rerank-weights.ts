import type { RerankFeatures } from './rerank-features.ts';

/** Learned by `node bench/retrieval/train-rerank.ts` on the five development sets alone. */
export const RERANK_WEIGHTS: Readonly<Record<keyof RerankFeatures, number>> = {
  score: 1,
  secondScore: 0.2,
  heading: 1,
  coverage: 0,
  pairs: 0.65,
  together: 0.25,
  sentence: 0.25,
  early: 0.15,
};
