import { LRUCache } from 'lru-cache';
import type { Embeddings } from './port.ts';

// About 10 MB of texts and vectors.
const MOST_KEPT = 4_000;

/** The vectors of the texts that were embedded last, so that what is found again costs nothing. */
export interface KeptVectors {
  /** The vector of a text, if it is kept. */
  of(text: string): Float32Array | undefined;
  /**
   * Embeds those of the texts that are not kept, in their order. What was embedded before an end or a failure is kept.
   *
   * @throws the signal's reason, or the model's error
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<void>;
}

export function createKeptVectors(embeddings: Embeddings): KeptVectors {
  const kept = new LRUCache<string, Float32Array>({ max: MOST_KEPT });
  return {
    of: (text) => kept.get(text),
    async embed(texts, signal) {
      const unknown = [...new Set(texts)].filter((text) => !kept.has(text));
      for (let from = 0; from < unknown.length; from += embeddings.textsAtOnce) {
        const group = unknown.slice(from, from + embeddings.textsAtOnce);
        const vectors = await embeddings.embed(group, signal);
        for (const [place, text] of group.entries()) kept.set(text, vectors[place]);
      }
    },
  };
}
