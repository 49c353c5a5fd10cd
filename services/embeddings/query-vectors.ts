import type { Clock } from '../core/clock.ts';
import { createCircuitBreaker } from '../concurrency/circuit-breaker.ts';
import type { Embeddings } from './port.ts';

export interface QueryVectors {
  /**
   * The query's vector; undefined where the model is not ready, does not read the
   * language, did not give it in time, or has failed lately. Never rejects.
   */
  of(query: string): Promise<Float32Array | undefined>;
}

export interface QueryVectorsDeps {
  embeddings: Embeddings;
  clock: Clock;
  /** Told once when the model begins to fail. */
  warn(message: string): void;
}

/** No search waits for longer. */
const QUERY_WITHIN_MS = 500;

const FAILURES_IN_ROW = 3;
const REST_MS = 30_000;
// Some 6 MB of vectors. Pages of results and repeated questions ask for the same again.
const MOST_KEPT = 1_000;

export function createQueryVectors({ embeddings, clock, warn }: QueryVectorsDeps): QueryVectors {
  const breaker = createCircuitBreaker({
    nowMs: () => clock.now().getTime(),
    failuresInRow: FAILURES_IN_ROW,
    restMs: REST_MS,
  });
  const kept = new Map<string, Promise<Float32Array | undefined>>();
  let isFailing = false;
  let dimensions: number | undefined;

  async function ask(query: string): Promise<Float32Array | undefined> {
    if (breaker.waitMs() > 0) return undefined;
    try {
      const [vector] = await embeddings.embed([query], AbortSignal.timeout(QUERY_WITHIN_MS));
      breaker.succeeded();
      isFailing = false;
      // The server's model was exchanged: what is kept can be compared with nothing any more.
      if (dimensions !== undefined && vector?.length !== dimensions) kept.clear();
      dimensions = vector?.length;
      return vector;
    } catch (error) {
      breaker.failed();
      if (!isFailing)
        warn(
          `the embedding model failed, searches are ranked without embeddings: ${error instanceof Error ? error.message : String(error)}`,
        );
      isFailing = true;
      return undefined;
    }
  }

  return {
    async of(query) {
      if (!embeddings.isReady() || !embeddings.reads(query)) return undefined;
      const asked = kept.get(query) ?? ask(query);
      // The last asked for is the last in order, and the first ones are forgotten.
      kept.delete(query);
      kept.set(query, asked);
      if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
      const vector = await asked;
      if (!vector && kept.get(query) === asked) kept.delete(query);
      return vector;
    },
  };
}
