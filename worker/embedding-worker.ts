import type { Logger } from 'pino';
import { createProgressLog } from '../services/embeddings/log-progress.ts';
import { readProgress } from '../services/embeddings/progress.ts';
import { createEmbedPassages, type EmbedPassages } from '../services/embeddings/embed-passages.ts';
import type { Platform } from '../runtime/platform.ts';

interface EmbeddingOptions {
  platform: Pick<Platform, 'background' | 'workflows' | 'embeddings'>;
  onError(error: unknown): void;
  log: Pick<Logger, 'info'>;
}

export interface EmbeddingWorker {
  steps: EmbedPassages;
  /** Starts a workflow that embeds the passages without vectors, unless one is running or no model is ready. Never rejects. */
  begin(): void;
  /** Resolves once no call of `begin` is running. */
  settled(): Promise<void>;
}

/** Dependencies of embedding; undefined if the operator has turned it off. */
export function createEmbeddingWorker({ platform, onError, log }: EmbeddingOptions): EmbeddingWorker | undefined {
  const { background: database, workflows, embeddings } = platform;
  if (!embeddings) return undefined;
  let beginning: Promise<void> | undefined;
  const begin = (): void => {
    if (!embeddings.passages.isReady()) return;
    beginning ??= workflows
      .embedPassages()
      .catch(onError)
      .finally(() => (beginning = undefined));
  };
  return {
    steps: createEmbedPassages({
      database,
      embeddings: embeddings.passages,
      progress: createProgressLog(log, () => readProgress(database, embeddings.passages.model)),
    }),
    begin,
    settled: async () => beginning,
  };
}
