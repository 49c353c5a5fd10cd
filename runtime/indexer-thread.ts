/** Runs the writer of the index in a thread: analysing texts would delay the process's other work. */
import { parentPort, workerData } from 'node:worker_threads';
import { openPool } from '../services/database/open-pool.ts';
import { actingAs } from '../services/database/roles/roles.ts';
import { openIndex } from './open-index.ts';
import { startIndexer } from '../services/documents/indexing/indexer.ts';
import type { IndexerMessage, IndexerThreadData } from './indexer-messages.ts';

// The listener uses a separate connection.
const CONNECTIONS = 2;

const { databaseUrl, tablesOwner, config } = workerData as IndexerThreadData;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const tell = (message: IndexerMessage): void => parentPort?.postMessage(message);

const database = openPool(databaseUrl, CONNECTIONS, actingAs(tablesOwner, 'background'));
const index = await openIndex(config);
const indexer = startIndexer({
  database,
  index,
  onError: (error) => tell({ type: 'error', error: plain(error) }),
  onWritten: () => tell({ type: 'written' }),
  onRebuild: (progress) => tell({ type: 'rebuild', progress }),
});
void indexer.ready().then(() => tell({ type: 'ready' }));

async function stop(): Promise<void> {
  await indexer.stop();
  await index.close();
  await database.close();
  parentPort?.close();
}
parentPort?.once('message', () => void stop());

/** An error that can be sent between threads: a cause may hold values that cannot. */
function plain(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return Object.assign(new Error(error.message), { name: error.name, stack: error.stack });
}
