import { createKeptVectors } from './kept-vectors.ts';
import type { Embeddings } from './port.ts';

/** Vectors for passages that a search has found before they were embedded in the background. */
export interface FoundVectors {
  /** Embeds texts in their order until the time limit. The result has the vectors by text. Never rejects. */
  of(texts: readonly string[]): Promise<Map<string, Float32Array>>;
}

/** Time limit of one call, because a search waits for it. */
const WITHIN_MS = 150;

export function createFoundVectors(embeddings: Embeddings): FoundVectors {
  // Further pages of results and repeated questions find the same passages.
  const kept = createKeptVectors(embeddings);
  return {
    async of(texts) {
      // Passages without a vector are ranked by words. The error needs no log here: query-vectors.ts reports failures.
      if (embeddings.isReady()) await kept.embed(texts, AbortSignal.timeout(WITHIN_MS)).catch(() => undefined);
      return new Map(
        texts.flatMap((text) => {
          const vector = kept.of(text);
          return vector ? [[text, vector]] : [];
        }),
      );
    },
  };
}
