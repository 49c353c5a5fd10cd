import type { Config } from './config.ts';
import { createLanceIndex, indexFolder } from '../services/index/lancedb/lancedb.ts';
import type { PassageIndex } from '../services/index/port.ts';

/** The settings that select the index. */
export type IndexConfig = Pick<Config, 'QUARRY_OPENSEARCH_URL' | 'QUARRY_OPENSEARCH_PREFIX' | 'QUARRY_DATA_DIR'>;

/**
 * The configured index: on a server, else in the data folder.
 *
 * @throws Error if the server does not respond
 */
export async function openIndex(config: IndexConfig): Promise<PassageIndex> {
  const { QUARRY_OPENSEARCH_URL: url, QUARRY_OPENSEARCH_PREFIX: prefix } = config;
  if (url === undefined) return createLanceIndex({ folder: indexFolder(config.QUARRY_DATA_DIR) });
  // Its client takes 200 ms to load, and most installations do not use it.
  const { createOpenSearchIndex } = await import('../services/index/opensearch/opensearch.ts');
  const index = createOpenSearchIndex({ url, prefix });
  const state = await index.state();
  if (state.status !== 'away') return index;
  await index.close();
  throw new Error(
    `${state.reason}. Start OpenSearch, correct QUARRY_OPENSEARCH_URL, or leave it unset for the embedded index.`,
  );
}
