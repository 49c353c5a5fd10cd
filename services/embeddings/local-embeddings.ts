import type { Foreground } from '../concurrency/foreground.ts';
import type { ModelQueue } from '../models/model-queue.ts';
import { unlessAborted } from '../concurrency/unless-aborted.ts';
import type { Embeddings } from './port.ts';

/** The name of the model's vectors in the database. Another file under this name would mix vectors that do not compare. */
export const LOCAL_MODEL = 'all-MiniLM-L6-v2-int8';

/** A model of this machine, loaded twice: a text in the background would keep a query waiting until it is done. */
export interface LocalModel {
  queries: ModelQueue;
  passages: ModelQueue;
  /** Whether the model knows the words of a text. */
  reads(text: string): boolean;
}

export interface LocalEmbeddings {
  /** For a search that waits. */
  queries: Embeddings;
  /** For a search that waits too, behind all queries: passages that have no vector yet. */
  foundPassages: Embeddings;
  /** For work in the background, which gives way to searches. Waits while the model is being obtained. */
  passages: Embeddings;
}

/** @param model a model of this machine that is still being obtained, or was; rejected if it could not be */
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
