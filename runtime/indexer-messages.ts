import type { IndexConfig } from './open-index.ts';
import type { RebuildProgress } from '../services/documents/indexing/rebuild-requests.ts';

/** Start data of the thread. */
export interface IndexerThreadData {
  databaseUrl: string;
  /** The database's name is part of the name of the role that the thread acts as. */
  tablesOwner: string;
  config: IndexConfig;
}

/** A message from the thread. */
export type IndexerMessage =
  | { type: 'ready' }
  | { type: 'written' }
  | { type: 'rebuild'; progress: RebuildProgress }
  | { type: 'error'; error: Error };
