import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { NO_EMBEDDINGS, type Config } from './config.ts';
import { createLocalEmbeddings, type LocalModel } from '../services/embeddings/local-embeddings.ts';
import { createOpenAiEmbeddings } from '../services/embeddings/openai.ts';
import type { Embeddings } from '../services/embeddings/port.ts';
import { observedEmbeddings } from '../services/embeddings/observed-embeddings.ts';
import type { Observer } from '../services/telemetry/observer.ts';
import type { Foreground } from '../services/concurrency/foreground.ts';
import { createModelQueue } from '../services/embedding-model/model-queue.ts';
import type { ModelFiles } from '../services/embedding-model/messages.ts';
import { requireOnnxRuntime } from '../services/embedding-model/onnx-runtime.ts';
import { createReader } from '../services/embedding-model/word-pieces.ts';
import { report } from '../services/process/lifecycle.ts';

/** The embedding clients of this process, by priority. */
export interface EmbeddingSource {
  /** Queries of searches: first in the queue. */
  queries: Embeddings;
  /** Passages that a search has found without a vector: after all queries. */
  foundPassages: Embeddings;
  /** Background work, which yields to searches. */
  passages: Embeddings;
  /**
   * Obtains and loads this machine's model in the background; call it once the process is ready. It has no effect if
   * the operator has configured a server.
   */
  begin(): void;
  /** Calls `listener` once when this machine's model is ready; never if the operator has configured a server. */
  onReady(listener: () => void): void;
  close(): Promise<void>;
}

export interface EmbeddingSourceDeps {
  /** @throws Error if the model is not on this machine and cannot be obtained */
  obtainModel(signal: AbortSignal): Promise<ModelFiles>;
  log: Pick<Logger, 'info' | 'warn'>;
  foreground: Pick<Foreground, 'quiet'>;
  /** Measures and traces embedding. Absent: it is not observed. */
  observer?: Observer | undefined;
}

type EmbeddingConfig = Pick<Config, 'QUARRY_EMBEDDINGS_MODEL' | 'OPENAI_BASE_URL' | 'OPENAI_API_KEY'>;

/** The operator's server if a model is configured, else this machine's model; undefined if it is turned off. */
export function createEmbeddingSource(config: EmbeddingConfig, deps: EmbeddingSourceDeps): EmbeddingSource | undefined {
  const { QUARRY_EMBEDDINGS_MODEL: model, OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey } = config;
  if (model === NO_EMBEDDINGS) return undefined;
  const source =
    model === undefined ? ofThisMachine(deps) : ofServer(createOpenAiEmbeddings({ baseUrl, apiKey, model }));
  return deps.observer ? observed(source, deps.observer) : source;
}

function observed(source: EmbeddingSource, observer: Observer): EmbeddingSource {
  return {
    ...source,
    queries: observedEmbeddings(source.queries, 'query', observer),
    foundPassages: observedEmbeddings(source.foundPassages, 'found_passages', observer),
    passages: observedEmbeddings(source.passages, 'passages', observer),
  };
}

function ofServer(embeddings: Embeddings): EmbeddingSource {
  return {
    queries: embeddings,
    foundPassages: embeddings,
    passages: embeddings,
    begin: () => {},
    onReady: () => {},
    close: async () => {},
  };
}

function ofThisMachine({ obtainModel, log, foreground }: EmbeddingSourceDeps): EmbeddingSource {
  const closing = new AbortController();
  const model = Promise.withResolvers<LocalModel>();
  let beginning: Promise<void> | undefined;

  async function open(): Promise<void> {
    requireOnnxRuntime();
    const files = await obtainModel(closing.signal);
    const reads = createReader(await readFile(files.vocabulary, 'utf8'));
    const queries = createModelQueue(files);
    try {
      await queries.load();
    } catch (error) {
      await queries.close();
      throw error;
    }
    tell(log, 'info', 'ranking by meaning is ready');
    model.resolve({ queries, passages: createModelQueue(files, { isBackground: true }), reads });
  }

  function fail(error: unknown): void {
    model.reject(error);
    const reason = error instanceof Error ? error.message : String(error);
    if (!closing.signal.aborted) tell(log, 'warn', `ranking by meaning is off until the next start: ${reason}`);
  }

  return {
    ...createLocalEmbeddings(model.promise, foreground),
    begin: () => {
      beginning ??= open().catch(fail);
    },
    onReady: (listener) => void model.promise.then(listener, () => undefined),
    close: async () => {
      closing.abort(new Error('the service is stopping'));
      await beginning;
      model.reject(closing.signal.reason);
      const loaded = await model.promise.catch(() => undefined);
      await Promise.all([loaded?.queries.close(), loaded?.passages.close()]);
    },
  };
}

/** Writes to standard error for people and to the log for programs. On a terminal the log line would repeat it. */
function tell(log: Pick<Logger, 'info' | 'warn'>, level: 'info' | 'warn', message: string): void {
  report(message);
  if (!process.stdout.isTTY) log[level](message);
}
