import type { SentenceFeatures } from './sentence-features.ts';

/** Trained by listwise logistic regression, on a development set only. */
export const SENTENCE_WEIGHTS: Readonly<Record<keyof SentenceFeatures, number>> = {
  own: 2.3,
  alone: 1.6,
  nearly: 3.5,
  before: -0.5,
  passage: -2.8,
  pairs: 1.4,
  type: 1.9,
  source: 6,
  talk: 1.2,
  length: 0.1,
};
