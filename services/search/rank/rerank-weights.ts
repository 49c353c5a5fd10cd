import type { RerankFeatures } from './rerank-features.ts';

export type RerankWeights = Readonly<Record<keyof RerankFeatures, number>>;

/**
 * Weights for candidates that are scored by words alone. `node bench/retrieval/train-rerank.ts` learns them on the five
 * development sets only. That of `entry`, which no text of these sets has, is chosen by `bench -- answers docs`.
 */
export const LEXICAL_WEIGHTS: RerankWeights = {
  score: 1,
  near: 0,
  secondScore: 0.2,
  heading: 1,
  entry: 0.6,
  coverage: 0,
  pairs: 0.65,
  together: 0.25,
  sentence: 0.25,
  early: 0.15,
};

/**
 * Weights for candidates whose nearness in meaning is known. They are rounded from the learned weights, and headings
 * weigh less: both are equally good on held-out questions.
 */
export const FUSED_WEIGHTS: RerankWeights = {
  score: 1,
  near: 2,
  secondScore: 0,
  heading: 0.6,
  entry: 0.6,
  coverage: 0,
  pairs: 0.6,
  together: 0,
  sentence: 0.1,
  early: 0,
};
