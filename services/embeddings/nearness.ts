import type { Foreground } from '../concurrency/foreground.ts';
import { LOCAL_MODEL } from './local-embeddings.ts';
import { cosine, type Embeddings } from './port.ts';
import type { QueryVectors } from './query-vectors.ts';

/** Compares texts with a query by meaning. */
export interface Nearness {
  /** Whether the cosines are from the built-in model. Their spread differs from model to model. */
  readonly isOfBuiltIn: boolean;
  /**
   * Returns a cosine from 0 to 1 for each text, in order; undefined if there are no texts, or the model is not ready,
   * does not read the query's language, has failed recently or does not answer in time. Never rejects.
   *
   * @param texts at most MOST_TEXTS
   */
  of(query: string, texts: readonly string[]): Promise<readonly number[] | undefined>;
}

/** Time limit of one comparison, because an answer waits for it. */
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
