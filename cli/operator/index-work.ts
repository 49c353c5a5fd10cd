import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { POSTGRES_FOLDER, takeDataFolder, type DataFolder } from '../../local/data-folder.ts';
import { POSTGRES_DATABASE, runningPostgresUrl, startPostgres } from '../../local/postgres/postgres.ts';
import { readConfig } from '../../runtime/config.ts';
import type { Database } from '../../services/database/database.ts';
import { migrate } from '../../services/database/migrate.ts';
import { openNotifications } from '../../services/database/notifications.ts';
import { killDescendants } from '../../services/process/process-tree.ts';
import {
  countAllDocuments,
  REBUILD_CHANNEL,
  requestRebuild,
} from '../../services/documents/indexing/rebuild-requests.ts';
import { waitForRebuild } from '../../services/documents/indexing/wait-for-rebuild.ts';
import { openIndex } from '../../runtime/open-index.ts';
import { indexStatus } from './index-status.ts';
import { asOperator } from './with-database.ts';
import { InterruptedError, report } from '../../services/process/lifecycle.ts';

/** `quarry index rebuild` */
export const rebuildIndex = (): Promise<void> => withDatabase(rebuild);

/** `quarry index status` */
export const showIndexStatus = (): Promise<void> => withDatabase(status);

async function status(database: Database, signal: AbortSignal): Promise<void> {
  const lines = await indexStatus(database, readConfig({ ...process.env, DATABASE_URL: undefined }), signal);
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function rebuild(database: Database, signal: AbortSignal): Promise<void> {
  const config = readConfig({ ...process.env, DATABASE_URL: undefined });
  const notifications = await openNotifications(database.pool, [REBUILD_CHANNEL]);
  try {
    notifications.listen(REBUILD_CHANNEL, (progress) => progress !== '' && report(`indexed ${progress} documents`));
    const request = await requestRebuild(database);
    await waitForRebuild({ database, openIndex: () => openIndex(config) }, request, signal);
    process.stdout.write(`rebuilt the index of ${await countAllDocuments(database)} documents\n`);
  } finally {
    await notifications.close();
  }
}

/**
 * On the operator's own PostgreSQL, on that of a running service, or on the embedded one, started for this command
 * alone.
 */
async function withDatabase(work: (database: Database, signal: AbortSignal) => Promise<void>): Promise<void> {
  const server = await findServer();
  try {
    await asOperator(server.url, (operator) => unlessSignalled((signal) => work(operator, signal)));
  } finally {
    await server.stop();
  }
}

interface Server {
  url: string;
  stop(): Promise<void>;
}

async function findServer(): Promise<Server> {
  const running = (url: string): Server => ({ url, stop: async () => {} });
  if (process.env.DATABASE_URL) return running(process.env.DATABASE_URL);
  const { QUARRY_DATA_DIR: dataFolder } = readConfig({ ...process.env, DATABASE_URL: undefined });
  const cluster = resolve(dataFolder, POSTGRES_FOLDER);
  if (!existsSync(cluster))
    throw new Error(
      `There is no database in ${resolve(dataFolder)}. Set QUARRY_DATA_DIR to the data folder of your service, or DATABASE_URL.`,
    );
  try {
    return await startOn(await takeDataFolder(dataFolder));
  } catch (error) {
    // A running service holds the folder's lock.
    const url = runningPostgresUrl(cluster);
    if (url === undefined) throw error;
    return running(url);
  }
}

async function startOn(folder: DataFolder): Promise<Server> {
  process.once('exit', () => killDescendants());
  try {
    const server = await startPostgres({ folder: join(folder.path, POSTGRES_FOLDER) });
    const url = server.url(POSTGRES_DATABASE);
    const stop = async () => {
      await server.stop();
      await folder.release();
    };
    await migrate(url).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    return { url, stop };
  } catch (error) {
    await folder.release();
    throw error;
  }
}

/** A signal ends the wait, so that the started server is stopped. The work itself ends with the process. */
async function unlessSignalled(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const interruption = new AbortController();
  const stopped = Promise.withResolvers<never>();
  const onSignal = (signal: NodeJS.Signals) => {
    const reason = new InterruptedError(
      'stopped: the request for a rebuild stays stored, and the next process that writes the index carries it out',
      signal,
    );
    interruption.abort(reason);
    stopped.reject(reason);
  };
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  await Promise.race([work(interruption.signal), stopped.promise]);
}
