import type { Logger } from 'pino';
import { startApi } from '../api/api.ts';
import { bootstrap } from '../services/accounts/bootstrap.ts';
import { newApiKey } from '../services/accounts/api-key-format.ts';
import type { Config } from '../services/config.ts';
import { tell } from '../services/lifecycle.ts';
import { migrate } from '../services/database/migrate.ts';
import type { Browser } from '../services/fetch/browser.ts';
import { connectTemporal } from '../services/durable/connect.ts';
import { keepHistories } from '../services/durable/server.ts';
import { openFoundation } from '../services/foundation.ts';
import { createLanceIndex, indexFolder } from '../services/index/lancedb.ts';
import { createWorkerParts } from '../worker/parts.ts';
import { ROLES, startWorkers } from '../worker/worker.ts';
import { findChromium } from './chromium.ts';
import { encryptionKey, explainFailure, keptSecret, type DataFolder } from './data-folder.ts';
import { startServers } from './embedded.ts';
import { step } from './progress.ts';
import { seedDocs } from './seed-docs.ts';

export interface Service {
  rest: string;
  temporalUi: string | undefined;
  keyFile: string;
  /** Present on the first start only. */
  firstKey: string | undefined;
  /** Rejects when a part ends by itself. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

/** Starts everything in one process, in the order in which the parts need each other; stops in the reverse one. */
export async function startService(config: Config, folder: DataFolder, log: Logger): Promise<Service> {
  const stops: Array<() => Promise<void>> = [];
  const stop = async () => {
    for (const one of stops.splice(0).toReversed()) await one();
  };
  try {
    return await startParts({ config, folder, log, stops, stop });
  } catch (error) {
    await stop();
    throw explainFailure(error, folder);
  }
}

interface Starting {
  config: Config;
  folder: DataFolder;
  log: Logger;
  stops: Array<() => Promise<void>>;
  stop: () => Promise<void>;
}

async function startParts({ config, folder, log, stops, stop }: Starting): Promise<Service> {
  const servers = await startServers(config, folder);
  stops.push(servers.stop);
  await step('migrating the database', () => migrate(servers.databaseUrl));
  const foundation = await openFoundation(servers.databaseUrl);
  stops.push(foundation.close);
  const { orgId, keyFile, firstKey } = await firstOrganization(config, folder, foundation);
  const temporal = await connectTemporal(servers.temporalAddress, config.TEMPORAL_NAMESPACE);
  stops.push(temporal.close);
  if (!config.TEMPORAL_ADDRESS) await keepHistories(temporal.connection, config.TEMPORAL_NAMESPACE);
  const index = createLanceIndex({ folder: indexFolder(config.QUARRY_DATA_DIR) });
  stops.push(() => index.close());

  const { durable } = temporal;
  const chromium = await step('looking for Chromium', () => findChromium(config.QUARRY_CHROMIUM));
  if (!chromium) tell('no Chromium was found: pages that need a browser are read without one (set QUARRY_CHROMIUM)');
  const onError = (error: unknown) => log.error({ err: error }, 'in the background');
  const parts = createWorkerParts({ config, foundation, durable, index, roles: ROLES, chromium, onError });
  stops.push(parts.close);
  const workers = await step('starting the workers', () => startWorkers(temporal.connection, config.TEMPORAL_NAMESPACE, parts));
  stops.push(workers.stop);
  await durable.scheduleHousekeeping();
  await parts.indexer?.ready();
  const api = await startApi({ config, encryptionKey: config.QUARRY_ENCRYPTION_KEY ?? (await encryptionKey(folder)), foundation, durable, index, log });
  stops.push(api.stop);
  await tellIsolation(parts.browser);
  if (orgId !== undefined && config.QUARRY_SEED_DOCS) await step('indexing the documentation', () => seedDocs(api, orgId));
  return {
    rest: api.url,
    temporalUi: servers.temporalUiUrl,
    keyFile,
    firstKey,
    failed: Promise.race([servers.failed, workers.failed]),
    stop,
  };
}

/** Which of the two ways keeps the browser from the network. */
async function tellIsolation(browser: Browser | undefined): Promise<void> {
  if ((await browser?.isolation()) !== 'proxy-only') return;
  tell('the browser runs without a network namespace of its own here: only its proxy keeps it from private addresses');
}

/** The organization of the first start. Its key is on the disk before it is in the database. */
async function firstOrganization(config: Config, folder: DataFolder, foundation: Awaited<ReturnType<typeof openFoundation>>) {
  const keyFile = folder.of('api-key');
  let firstKey: string | undefined;
  const orgId = await bootstrap({
    ...foundation,
    credits: config.QUARRY_BOOTSTRAP_CREDITS,
    firstKey: async () => (firstKey = await keptSecret(keyFile, () => config.QUARRY_BOOTSTRAP_KEY ?? newApiKey())),
  });
  return { orgId, keyFile, firstKey };
}

