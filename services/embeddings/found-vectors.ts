import { LRUCache } from 'lru-cache';
import type { Embeddings } from './port.ts';

/** Vectors for passages that a search has found before they were embedded in the background. */
export interface FoundVectors {
  /** Embeds texts in their order until the time limit. The result has the vectors by text. Never rejects. */
  of(texts: readonly string[]): Promise<Map<string, Float32Array>>;
}

/** Time limit of one call, because a search waits for it. */
const WITHIN_MS = 150;
// About 10 MB of texts and vectors. Further pages of results and repeated questions find the same passages.
const MOST_KEPT = 4_000;

export function createFoundVectors(embeddings: Embeddings): FoundVectors {
  const kept = new LRUCache<string, Float32Array>({ max: MOST_KEPT });

  /** @throws the signal's reason, or the model's error */
  async function embedAll(texts: readonly string[], signal: AbortSignal): Promise<void> {
    for (let from = 0; from < texts.length; from += embeddings.textsAtOnce) {
      const group = texts.slice(from, from + embeddings.textsAtOnce);
      const vectors = await embeddings.embed(group, signal);
      for (const [place, text] of group.entries()) {
        const vector = vectors[place];
        if (vector) kept.set(text, vector);
      }
    }
  }

  return {
    async of(texts) {
      const unknown = [...new Set(texts)].filter((text) => !kept.has(text));
      // Passages without a vector are ranked by words. The error needs no log here: query-vectors.ts reports failures.
      if (unknown.length > 0 && embeddings.isReady())
        await embedAll(unknown, AbortSignal.timeout(WITHIN_MS)).catch(() => undefined);
      return new Map(
        texts.flatMap((text) => {
          const vector = kept.get(text);
          return vector ? [[text, vector]] : [];
        }),
      );
    },
  };
}
