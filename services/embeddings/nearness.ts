import type { Foreground } from '../concurrency/foreground.ts';
import { createKeptVectors } from './kept-vectors.ts';
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
  /**
   * The same for several queries in one language, for a report: each text is embedded once, and there is more time.
   *
   * @param queries at most MOST_TEXTS
   */
  ofEach(queries: readonly string[], texts: readonly string[]): Promise<ReadonlyArray<readonly number[]> | undefined>;
}

/**
 * Time limit of one comparison, because an answer waits for it. It is far above the usual 200 ms: an answer on a busy
 * machine is to be as good as on a quiet one.
 */
const WITHIN_MS = 1_500;
// A report waits longer: it is written once, in the background, beside other runs that use the same model.
const OF_REPORT_WITHIN_MS = 8_000;

export interface NearnessDeps {
  embeddings: Embeddings;
  queryVectors: QueryVectors;
  foreground: Pick<Foreground, 'during'>;
}

export function createNearness({ embeddings, queryVectors, foreground }: NearnessDeps): Nearness {
  const isReadable = (query: string | undefined) =>
    query !== undefined && embeddings.isReady() && embeddings.reads(query);
  // Questions about one subject, and the sections of a report, compare the same units.
  const kept = createKeptVectors(embeddings);

  async function vectorsOf(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    await kept.embed(texts, signal);
    return texts.map((text) => {
      const vector = kept.of(text);
      if (!vector) throw new Error('a text has no vector');
      return vector;
    });
  }

  async function cosines(query: string, texts: readonly string[]): Promise<number[] | undefined> {
    const [vector, vectors] = await Promise.all([
      queryVectors.of(query),
      vectorsOf(texts, AbortSignal.timeout(WITHIN_MS)).catch(() => undefined),
    ]);
    return vector && vectors?.map((other) => cosineFrom0(vector, other));
  }

  async function cosinesOfEach(queries: readonly string[], texts: readonly string[]): Promise<number[][] | undefined> {
    const signal = AbortSignal.timeout(OF_REPORT_WITHIN_MS);
    try {
      const vectors = await vectorsOf(queries, signal);
      const others = await vectorsOf(texts, signal);
      return vectors.map((vector) => others.map((other) => cosineFrom0(vector, other)));
    } catch {
      return undefined;
    }
  }

  return {
    isOfBuiltIn: embeddings.model === LOCAL_MODEL,
    of: async (query, texts) =>
      isReadable(query) && texts.length > 0 ? foreground.during(() => cosines(query, texts)) : undefined,
    ofEach: async (queries, texts) =>
      isReadable(queries[0]) && texts.length > 0 ? foreground.during(() => cosinesOfEach(queries, texts)) : undefined,
  };
}

const cosineFrom0 = (one: Float32Array, other: Float32Array) => Math.max(0, cosine(one, other));
