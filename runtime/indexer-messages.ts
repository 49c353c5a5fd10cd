import type { IndexConfig } from './open-index.ts';
import type { RebuildProgress } from '../services/documents/indexing/rebuild-requests.ts';

/** Data of the thread at its start. */
export interface IndexerThreadData {
  databaseUrl: string;
  /** Its name is part of the name of the role that the thread acts as. */
  tablesOwner: string;
  config: IndexConfig;
}

/** A message from the thread. */
export type IndexerMessage =
  | { type: 'ready' }
  | { type: 'written' }
  | { type: 'rebuild'; progress: RebuildProgress }
  | { type: 'error'; error: Error };
