import type { Config } from '../runtime/config.ts';
import { openDatabase } from '../services/database/open.ts';
import { POSTGRES_FOLDER, TEMPORAL_FOLDER, type DataFolder } from './data-folder.ts';
import { POSTGRES_DATABASE, startPostgres } from './postgres/postgres.ts';
import { step } from './obtain/progress.ts';
import { startTemporal } from './temporal/temporal.ts';
import { findTemporalCli } from './temporal/temporal-cli.ts';

/** Quarry's servers: the operator's own, or embedded ones that this process starts and stops. */
export interface Servers {
  databaseUrl: string;
  temporalAddress: string;
  /** Absent for the operator's own server. */
  temporalUiUrl: string | undefined;
  /** Rejects when an embedded server ends by itself. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

export async function startServers(config: Config, folder: DataFolder): Promise<Servers> {
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  const started: Array<{ stop(): Promise<void> }> = [];
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()));
  };
  const keep = <Server extends { stop(): Promise<void>; ended: Promise<Error> }>(server: Server): Server => {
    started.push(server);
    void server.ended.then(failed.reject);
    return server;
  };
  try {
    const [databaseUrl, temporal] = await allOrFirstFailure([
      database(config, folder, keep),
      temporalServer(config, folder, keep),
    ]);
    return {
      databaseUrl,
      temporalAddress: temporal.address,
      temporalUiUrl: temporal.uiUrl,
      failed: failed.promise,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Keep = <Server extends { stop(): Promise<void>; ended: Promise<Error> }>(server: Server) => Server;

async function database(config: Config, folder: DataFolder, keep: Keep): Promise<string> {
  if (config.DATABASE_URL) return reached(config.DATABASE_URL);
  const server = await step('starting PostgreSQL', () => startPostgres({ folder: folder.of(POSTGRES_FOLDER) }));
  keep(server);
  return server.url(POSTGRES_DATABASE);
}

/** Runs while the other server starts, so that an unresponsive database is reported soon. */
async function reached(url: string): Promise<string> {
  const { database } = await openDatabase(url);
  await database.close();
  return url;
}

async function temporalServer(
  config: Config,
  folder: DataFolder,
  keep: Keep,
): Promise<{ address: string; uiUrl: string | undefined }> {
  if (config.TEMPORAL_ADDRESS) return { address: config.TEMPORAL_ADDRESS, uiUrl: undefined };
  const cli = await step('looking for the Temporal server', (detail) =>
    findTemporalCli(config.QUARRY_TEMPORAL_CLI, detail),
  );
  const server = await step('starting the Temporal server', () =>
    startTemporal({
      cli,
      folder: folder.of(TEMPORAL_FOLDER),
      port: config.QUARRY_TEMPORAL_PORT,
      uiPort: config.QUARRY_TEMPORAL_UI_PORT,
      namespace: config.TEMPORAL_NAMESPACE,
    }),
  );
  return keep(server);
}

/** Waits for both even if one fails: the stop needs to know what the other one started. */
async function allOrFirstFailure<One, Other>(both: [Promise<One>, Promise<Other>]): Promise<[One, Other]> {
  await Promise.allSettled(both);
  return Promise.all(both);
}
