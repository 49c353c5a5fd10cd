import OpenAI from 'openai';
import { isAboutTheCall } from '../model/failures.ts';
import { TextsRefusedError, type Embeddings } from './port.ts';

export interface OpenAiEmbeddingsOptions {
  /** Set by the operator, so the egress rules do not apply. Unset: the default of the `openai` package. */
  baseUrl: string | undefined;
  /** Unset: the server requires none. */
  apiKey: string | undefined;
  model: string;
}

// Time limit of one attempt. Callers have their own limits and retries.
const ANSWER_WITHIN_MS = 60_000;
// Servers of small models process about this many texts in parallel.
const TEXTS_AT_ONCE = 16;

/** Embeds texts with any server that supports POST /v1/embeddings. */
export function createOpenAiEmbeddings({ baseUrl, apiKey, model }: OpenAiEmbeddingsOptions): Embeddings {
  const client = new OpenAI({
    baseURL: baseUrl ?? null,
    apiKey: apiKey ?? 'none',
    maxRetries: 0,
    timeout: ANSWER_WITHIN_MS,
    logLevel: 'off',
  });
  return {
    model,
    textsAtOnce: TEXTS_AT_ONCE,
    isReady: () => true,
    // The operator is responsible for a model that fits the languages of the documents.
    reads: () => true,
    async embed(texts, signal) {
      signal.throwIfAborted();
      try {
        // Some servers do not support base64, the package's default.
        const { data } = await client.embeddings.create(
          { model, input: [...texts], encoding_format: 'float' },
          { signal },
        );
        return vectorsOf(data, texts.length);
      } catch (error) {
        signal.throwIfAborted();
        if (isAboutTheCall(error))
          throw new TextsRefusedError('the embeddings server does not take these texts', { cause: error });
        throw error;
      }
    },
  };
}

function vectorsOf(given: ReadonlyArray<{ index: number; embedding: number[] }>, count: number): Float32Array[] {
  const vectors = given.toSorted((a, b) => a.index - b.index).map(({ embedding }) => unit(embedding));
  const dimensions = vectors[0]?.length ?? 0;
  const isWhole = vectors.length === count && dimensions > 0 && vectors.every((vector) => vector.length === dimensions);
  if (!isWhole)
    throw new Error(
      `the embeddings server gave ${vectors.length} vectors for ${count} texts, or some of another dimension`,
    );
  return vectors;
}

function unit(embedding: readonly number[]): Float32Array {
  const length = Math.hypot(...embedding);
  if (!Number.isFinite(length)) throw new Error('the embeddings server gave a vector that is no vector');
  return Float32Array.from(embedding, (value) => (length === 0 ? 0 : value / length));
}
