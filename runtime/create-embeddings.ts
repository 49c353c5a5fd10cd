import type { Config } from './config.ts';
import { createOpenAiEmbeddings } from '../services/embeddings/openai.ts';
import type { Embeddings } from '../services/embeddings/port.ts';

/** The embeddings that the operator has chosen; undefined where none are. */
export function embeddingsOf(
  config: Pick<Config, 'QUARRY_EMBEDDINGS_MODEL' | 'OPENAI_BASE_URL' | 'OPENAI_API_KEY'>,
): Embeddings | undefined {
  const { QUARRY_EMBEDDINGS_MODEL: model, OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey } = config;
  return model === undefined ? undefined : createOpenAiEmbeddings({ baseUrl, apiKey, model });
}
