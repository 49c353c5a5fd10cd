import type { Embeddings } from './port.ts';

/** Vectors of passages that were found before they were embedded. */
export interface FoundVectors {
  /** By text, of the first texts as many as there is time for. Never rejects. */
  of(texts: readonly string[]): Promise<Map<string, Float32Array>>;
}

/** No search waits for longer. */
const WITHIN_MS = 150;
// Some 10 MB of texts and vectors. Pages of results and repeated questions find the same passages again.
const MOST_KEPT = 4_000;

export function createFoundVectors(embeddings: Embeddings): FoundVectors {
  const kept = new Map<string, Float32Array>();

  function keep(text: string, vector: Float32Array): void {
    // The last asked for is the last in order, and the first ones are forgotten.
    kept.delete(text);
    kept.set(text, vector);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
  }

  /** @throws the reason of the signal, or the failure of the model */
  async function embedAll(texts: readonly string[], signal: AbortSignal): Promise<void> {
    for (let from = 0; from < texts.length; from += embeddings.textsAtOnce) {
      const group = texts.slice(from, from + embeddings.textsAtOnce);
      const vectors = await embeddings.embed(group, signal);
      for (const [place, text] of group.entries()) {
        const vector = vectors[place];
        if (vector) keep(text, vector);
      }
    }
  }

  return {
    async of(texts) {
      const unknown = [...new Set(texts)].filter((text) => !kept.has(text));
      // What is not embedded is ranked by its words. A model that fails is told of where queries are embedded.
      if (unknown.length > 0 && embeddings.isReady())
        await embedAll(unknown, AbortSignal.timeout(WITHIN_MS)).catch(() => undefined);
      return new Map(
        texts.flatMap((text) => {
          const vector = kept.get(text);
          if (vector) keep(text, vector);
          return vector ? [[text, vector]] : [];
        }),
      );
    },
  };
}
