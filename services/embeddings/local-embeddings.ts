import type { ModelQueue } from '../models/model-queue.ts';
import { unlessAborted } from '../concurrency/unless-aborted.ts';
import type { Embeddings } from './port.ts';

/** The name of the model's vectors in the database. Another file under this name would mix vectors that do not compare. */
export const LOCAL_MODEL = 'all-MiniLM-L6-v2-int8';

export interface LocalEmbeddings {
  /** For a search that waits: goes before all passages. */
  queries: Embeddings;
  /** For work in the background. Waits while the model is being obtained. */
  passages: Embeddings;
}

/** @param model a model of this machine that is still being obtained, or was; rejected if it could not be */
export function createLocalEmbeddings(model: Promise<ModelQueue>): LocalEmbeddings {
  let isReady = false;
  void model.then(
    () => (isReady = true),
    () => undefined,
  );
  const withUrgency = (isUrgent: boolean): Embeddings => ({
    model: LOCAL_MODEL,
    isReady: () => isReady,
    async embed(texts, signal) {
      signal.throwIfAborted();
      const queue = await unlessAborted(model, signal);
      const vectors: Float32Array[] = [];
      for (const text of texts) vectors.push(await queue.vector({ text, isUrgent, signal }));
      return vectors;
    },
  });
  return { queries: withUrgency(true), passages: withUrgency(false) };
}
