import type { Config } from './config.ts';
import { createLanceIndex, indexFolder } from '../services/index/lancedb/lancedb.ts';
import type { PassageIndex } from '../services/index/port.ts';

/** What of the configuration chooses the index. */
export type IndexConfig = Pick<Config, 'QUARRY_OPENSEARCH_URL' | 'QUARRY_OPENSEARCH_PREFIX' | 'QUARRY_DATA_DIR'>;

/**
 * The index that the operator has chosen: on a server, else in the data folder.
 *
 * @throws Error when the server cannot be asked
 */
export async function openIndex(config: IndexConfig): Promise<PassageIndex> {
  const { QUARRY_OPENSEARCH_URL: url, QUARRY_OPENSEARCH_PREFIX: prefix } = config;
  if (url === undefined) return createLanceIndex({ folder: indexFolder(config.QUARRY_DATA_DIR) });
  // Its client takes a fifth of a second to load, which most starts have no use for.
  const { createOpenSearchIndex } = await import('../services/index/opensearch/opensearch.ts');
  const index = createOpenSearchIndex({ url, prefix });
  const state = await index.state();
  if (state.status !== 'away') return index;
  await index.close();
  throw new Error(
    `${state.reason}. Start OpenSearch, correct QUARRY_OPENSEARCH_URL, or leave it unset for the embedded index.`,
  );
}
