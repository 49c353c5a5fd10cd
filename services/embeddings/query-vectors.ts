import { LRUCache } from 'lru-cache';
import type { Clock } from '../core/clock.ts';
import { createCircuitBreaker } from '../concurrency/circuit-breaker.ts';
import type { Embeddings } from './port.ts';

export interface QueryVectors {
  /**
   * Returns the query's vector; undefined if the model is not ready, does not read the language, does not answer in
   * time or has failed recently. Never rejects.
   */
  of(query: string): Promise<Float32Array | undefined>;
}

export interface QueryVectorsDeps {
  embeddings: Embeddings;
  clock: Clock;
  /** Called once when the model begins to fail, not for each failure. */
  warn(message: string): void;
}

/** Time limit of one query, because a search waits for it. */
const QUERY_WITHIN_MS = 500;

const FAILURES_IN_ROW = 3;
const REST_MS = 30_000;
// About 6 MB of vectors. Further pages of results and repeated questions use the same vector.
const MOST_KEPT = 1_000;

export function createQueryVectors({ embeddings, clock, warn }: QueryVectorsDeps): QueryVectors {
  const breaker = createCircuitBreaker({
    nowMs: () => clock.now().getTime(),
    failuresInRow: FAILURES_IN_ROW,
    restMs: REST_MS,
  });
  const kept = new LRUCache<string, Promise<Float32Array | undefined>>({ max: MOST_KEPT });
  let isFailing = false;
  let dimensions: number | undefined;

  async function ask(query: string): Promise<Float32Array | undefined> {
    if (breaker.waitMs() > 0) return undefined;
    try {
      const [vector] = await embeddings.embed([query], AbortSignal.timeout(QUERY_WITHIN_MS));
      breaker.succeeded();
      isFailing = false;
      // A new dimension means that the server's model was replaced, so the cached vectors are useless.
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
      kept.set(query, asked);
      const vector = await asked;
      if (!vector && kept.peek(query) === asked) kept.delete(query);
      return vector;
    },
  };
}
