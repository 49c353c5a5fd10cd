import { LOCAL_MODEL } from './local-embeddings.ts';
import { cosine, type Embeddings } from './port.ts';
import type { QueryVectors } from './query-vectors.ts';

/** Tells how near texts are in meaning to a query. */
export interface Nearness {
  /** Whether cosines are those of the built-in model. How far apart they lie differs from model to model. */
  readonly isOfBuiltIn: boolean;
  /**
   * A cosine from 0 to 1 for each text, in their order; undefined where the model is not ready, has failed lately, or
   * does not answer in time. Never rejects.
   *
   * @param texts at most MOST_TEXTS
   */
  of(query: string, texts: readonly string[]): Promise<readonly number[] | undefined>;
}

/** The most that an answer waits. */
const WITHIN_MS = 600;

export function createNearness(embeddings: Embeddings, queryVectors: QueryVectors): Nearness {
  return {
    isOfBuiltIn: embeddings.model === LOCAL_MODEL,
    async of(query, texts) {
      if (texts.length === 0) return [];
      const signal = AbortSignal.timeout(WITHIN_MS);
      const asked = queryVectors.of(query);
      const vectors = embeddings.isReady() && (await embeddings.embed(texts, signal).catch(() => undefined));
      const vector = await asked;
      return vector && vectors ? vectors.map((other) => Math.max(0, cosine(vector, other))) : undefined;
    },
  };
}
