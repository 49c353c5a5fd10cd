import type { Foreground } from '../concurrency/foreground.ts';
import type { ModelQueue } from '../embedding-model/model-queue.ts';
import { unlessAborted } from '../concurrency/unless-aborted.ts';
import type { Embeddings } from './port.ts';

/** The name of the model in vector spaces. Vectors of another model file do not compare, so it needs another name. */
export const LOCAL_MODEL = 'all-MiniLM-L6-v2-int8';

/** A model on this machine. It is loaded twice, so that no query waits for a background text. */
export interface LocalModel {
  queries: ModelQueue;
  passages: ModelQueue;
  /** Whether the model's vocabulary covers a text. */
  reads(text: string): boolean;
}

export interface LocalEmbeddings {
  /** For the queries of searches. */
  queries: Embeddings;
  /** For passages that a search has found and that have no vector yet. They queue behind all queries. */
  foundPassages: Embeddings;
  /** For background work, which gives way to searches. */
  passages: Embeddings;
}

/**
 * Embeds texts with a model on this machine. Calls wait until the model is available.
 *
 * @param model resolves when the model is available; rejects if it cannot be obtained, and then every call rejects
 */
export function createLocalEmbeddings(
  model: Promise<LocalModel>,
  { quiet }: Pick<Foreground, 'quiet'>,
): LocalEmbeddings {
  let ready: LocalModel | undefined;
  void model.then(
    (loaded) => (ready = loaded),
    () => undefined,
  );
  const embeddingsBy = (
    vector: (model: LocalModel, text: string, signal: AbortSignal) => Promise<Float32Array>,
  ): Embeddings => ({
    model: LOCAL_MODEL,
    textsAtOnce: 1,
    isReady: () => ready !== undefined,
    reads: (text) => ready?.reads(text) ?? false,
    async embed(texts, signal) {
      signal.throwIfAborted();
      const loaded = await unlessAborted(model, signal);
      const vectors: Float32Array[] = [];
      for (const text of texts) vectors.push(await vector(loaded, text, signal));
      return vectors;
    },
  });
  return {
    queries: embeddingsBy(({ queries }, text, signal) => queries.vector({ text, isUrgent: true, signal })),
    foundPassages: embeddingsBy(({ queries }, text, signal) => queries.vector({ text, isUrgent: false, signal })),
    passages: embeddingsBy(async ({ passages }, text, signal) => {
      await quiet(signal);
      return passages.vector({ text, isUrgent: false, signal });
    }),
  };
}
