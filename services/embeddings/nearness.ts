import type { Foreground } from '../concurrency/foreground.ts';
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

export interface NearnessDeps {
  embeddings: Embeddings;
  queryVectors: QueryVectors;
  foreground: Pick<Foreground, 'during'>;
}

export function createNearness({ embeddings, queryVectors, foreground }: NearnessDeps): Nearness {
  async function cosines(query: string, texts: readonly string[]): Promise<number[] | undefined> {
    const signal = AbortSignal.timeout(WITHIN_MS);
    const [vector, vectors] = await Promise.all([
      queryVectors.of(query),
      embeddings.embed(texts, signal).catch(() => undefined),
    ]);
    return vector && vectors?.map((other) => Math.max(0, cosine(vector, other)));
  }

  return {
    isOfBuiltIn: embeddings.model === LOCAL_MODEL,
    of: async (query, texts) =>
      embeddings.isReady() && embeddings.reads(query) && texts.length > 0
        ? foreground.during(() => cosines(query, texts))
        : undefined,
  };
}
