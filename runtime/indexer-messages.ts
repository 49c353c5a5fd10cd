import type { IndexConfig } from './open-index.ts';
import type { RebuildProgress } from '../services/documents/indexing/rebuild-requests.ts';

/** What the thread begins with. */
export interface IndexerThreadData {
  databaseUrl: string;
  config: IndexConfig;
}

/** What the thread tells. */
export type IndexerMessage =
  | { type: 'ready' }
  | { type: 'written' }
  | { type: 'rebuild'; progress: RebuildProgress }
  | { type: 'error'; error: Error };
