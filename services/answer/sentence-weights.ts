import type { SentenceFeatures } from './sentence-features.ts';

/** Learned by `node bench/train-answers.ts` on a development set alone. */
export const SENTENCE_WEIGHTS: Readonly<Record<keyof SentenceFeatures, number>> = {
  own: 3.3,
  alone: 1.4,
  nearly: 3.5,
  before: 0.5,
  passage: -1.8,
  pairs: 1.4,
  type: 1.9,
  source: 6.6,
  passageRank: 2.7,
  length: 0.1,
};
