import { cosine, type Embeddings } from './port.ts';
import type { QueryVectors } from './query-vectors.ts';

/**
 * How near texts are in meaning to a query: a cosine for each, in their order; undefined where the model is not ready,
 * has failed lately, or does not answer in time. Never rejects.
 *
 * @param texts at most MOST_TEXTS
 */
export type Nearness = (query: string, texts: readonly string[]) => Promise<readonly number[] | undefined>;

/** The most that an answer waits. */
const WITHIN_MS = 600;

export function createNearness(embeddings: Embeddings, queryVectors: QueryVectors): Nearness {
  return async (query, texts) => {
    if (texts.length === 0) return [];
    const signal = AbortSignal.timeout(WITHIN_MS);
    const asked = queryVectors.of(query);
    const vectors = await embeddings.embed(texts, signal).catch(() => undefined);
    const vector = await asked;
    return vector && vectors?.map((other) => Math.max(0, cosine(vector, other)));
  };
}
