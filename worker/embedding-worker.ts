import type { Config } from '../runtime/config.ts';
import { embeddingsOf } from '../runtime/create-embeddings.ts';
import { createEmbedPassages, type EmbedPassages } from '../services/embeddings/embed-passages.ts';
import type { Platform } from '../runtime/platform.ts';

interface EmbeddingOptions {
  config: Config;
  platform: Pick<Platform, 'database' | 'workflows'>;
  onError(error: unknown): void;
}

export interface EmbeddingWorker {
  steps: EmbedPassages;
  /** Starts a workflow that embeds the passages without vectors, unless one is running. Never rejects. */
  begin(): void;
  /** Resolves once no call of `begin` is running. */
  settled(): Promise<void>;
}

/** Dependencies of embedding; undefined if the operator has configured no model for it. */
export function createEmbeddingWorker({ config, platform, onError }: EmbeddingOptions): EmbeddingWorker | undefined {
  const embeddings = embeddingsOf(config);
  if (!embeddings) return undefined;
  const { database, workflows } = platform;
  let beginning: Promise<void> | undefined;
  return {
    steps: createEmbedPassages({ database, embeddings }),
    begin() {
      beginning ??= workflows
        .embedPassages()
        .catch(onError)
        .finally(() => (beginning = undefined));
    },
    settled: async () => beginning,
  };
}
