/** What BM25 knows of all passages that a caller may find. */
export interface Statistics {
  passages: number;
  /** Terms of all passages, repetitions counted. */
  terms: number;
  /** Passages that hold a term. */
  passagesWith: ReadonlyMap<string, number>;
}

// Those of LanceDB and Lucene.
const K1 = 1.2;
const B = 0.75;

/**
 * The score of a passage for the distinct terms of a query, by BM25.
 *
 * @see Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009); the idf is Lucene's, never below 0
 */
export function bm25(
  passage: readonly string[],
  wanted: readonly string[],
  { passages, terms, passagesWith }: Statistics,
): number {
  const frequencies = new Map(wanted.map((term) => [term, 0]));
  for (const term of passage) {
    const frequency = frequencies.get(term);
    if (frequency !== undefined) frequencies.set(term, frequency + 1);
  }
  const length = K1 * (1 - B + (B * passage.length * passages) / Math.max(1, terms));
  let score = 0;
  for (const [term, frequency] of frequencies) {
    if (frequency > 0)
      score += (idf(passages, passagesWith.get(term) ?? 0) * frequency * (K1 + 1)) / (frequency + length);
  }
  return score;
}

function idf(passages: number, having: number): number {
  return Math.log(1 + (passages - having + 0.5) / (having + 0.5));
}
