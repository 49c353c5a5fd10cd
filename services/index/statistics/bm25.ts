import type { Matches } from '../matches.ts';

/** The statistics of all passages that a caller may find, as BM25 needs them. */
export interface Statistics {
  passages: number;
  /** Number of terms in all passages, repetitions included. */
  terms: number;
  /** Number of passages with a term. */
  passagesWith: ReadonlyMap<string, number>;
}

const K1 = 1.2;
// Fields other than the body are always short, so passages differ less in length than texts do.
const B = 0.6;

/**
 * The score of a passage for the weighted terms of a query, by BM25F: a term's weight is summed over the fields, then
 * saturates.
 *
 * @see Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009); the idf is Lucene's,
 *   never below 0
 */
export function bm25(
  { count, frequencies }: Matches,
  wanted: ReadonlyMap<string, number>,
  { passages, terms, passagesWith }: Statistics,
): number {
  const length = K1 * (1 - B + (B * count * passages) / Math.max(1, terms));
  let score = 0;
  for (const [term, frequency] of frequencies)
    score +=
      ((wanted.get(term) ?? 0) * idf(passages, passagesWith.get(term) ?? 0) * frequency * (K1 + 1)) /
      (frequency + length);
  return score;
}

/** Lucene's, never below 0. */
export function idf(passages: number, having: number): number {
  return Math.log(1 + (passages - having + 0.5) / (having + 0.5));
}
