import type { RerankFeatures } from './rerank-features.ts';

export type RerankWeights = Readonly<Record<keyof RerankFeatures, number>>;

/** Learned by `node bench/retrieval/train-rerank.ts` on the five development sets alone. For searches by words alone. */
export const LEXICAL_WEIGHTS: RerankWeights = {
  score: 1,
  near: 0,
  secondScore: 0.2,
  heading: 1,
  coverage: 0,
  pairs: 0.65,
  together: 0.25,
  sentence: 0.25,
  early: 0.15,
};

/**
 * For candidates whose nearness in meaning is known. Rounded, with a lower weight of headings, from what the program learns: that is
 * as good on questions that it was not learned on.
 */
export const FUSED_WEIGHTS: RerankWeights = {
  score: 1,
  near: 2,
  secondScore: 0,
  heading: 0.6,
  coverage: 0,
  pairs: 0.6,
  together: 0,
  sentence: 0.1,
  early: 0,
};
