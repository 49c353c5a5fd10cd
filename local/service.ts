import type { Logger } from 'pino';
import { startApi } from '../api/api.ts';
import { bootstrap } from '../services/accounts/bootstrap.ts';
import { newApiKey } from '../services/accounts/api-key-format.ts';
import { createRoleLink, loginUrl } from '../services/accounts/members/login-links.ts';
import type { ObserveCall } from '../services/core/stages.ts';
import type { Config } from '../runtime/config.ts';
import { logRebuild } from '../services/documents/indexing/log-rebuild.ts';
import { stopInOrder, report, type Running, type Stop } from '../services/process/lifecycle.ts';
import type { Browser } from '../services/fetch/browser/browser.ts';
import { keepHistories } from '../services/temporal/server.ts';
import { openPlatform, type Platform } from '../runtime/platform.ts';
import { telemetryOf } from '../runtime/start-telemetry.ts';
import type { TemporalMetrics } from '../services/telemetry/temporal-metrics.ts';
import { createWorkerDependencies } from '../worker/dependencies.ts';
import { ROLES } from '../worker/roles.ts';
import { startWorkers } from '../worker/worker.ts';
import { findChromium } from './chromium/chromium.ts';
import { encryptionKey, explainFailure, readOrMakeSecret, type DataFolder } from './data-folder.ts';
import { startServers } from './embedded.ts';
import { isolationLine } from './chromium/isolation-line.ts';
import { obtainModel } from './embedding-model/obtain-model.ts';
import { step } from './obtain/progress.ts';
import { consoleUrl } from './console-url.ts';
import { indexGuide } from './index-guide.ts';

export interface ServiceOptions {
  config: Config;
  folder: DataFolder;
  log: Logger;
  asked?: AbortSignal | undefined;
  /** Address at which this process's Temporal SDK serves its metrics. */
  temporalMetrics?: TemporalMetrics | undefined;
  /** Observes the stages of the API's calls. Absent: they are not observed. */
  observe?: ObserveCall | undefined;
  /** Whether a person can read a login link: the output is a terminal. */
  makesLoginLink?: boolean;
}

export interface Service extends Running {
  rest: string;
  /** host:port */
  grpc: string;
  temporalUi: string | undefined;
  /** Address of the metrics for Prometheus; absent if they are off. */
  metrics: string | undefined;
  keyFile: string;
  /** Call it together with the log line that reports readiness. */
  markReady(): void;
  /** Present on the first start only. */
  firstKey: string | undefined;
  /** Login link to the console for the owner of the first organization; it works once. */
  loginLink: string | undefined;
}

/**
 * Starts everything in one process, in the order of the parts' dependencies.
 *
 * @param asked aborts the start between two steps; started parts are stopped again
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const stops: Stop[][] = [];
  const stop = () => stopInOrder(stops.splice(0));
  try {
    return await startParts({ ...options, stops, stop });
  } catch (error) {
    await stop();
    throw explainFailure(error, options.folder);
  }
}

interface Starting extends ServiceOptions {
  /** Groups in start order; the members of a group stop together. */
  stops: Stop[][];
  stop: Stop;
}

async function startParts(options: Starting): Promise<Service> {
  const { config, folder, log, asked, observe, temporalMetrics, stops, stop } = options;
  const telemetry = await telemetryOf(config, temporalMetrics);
  stops.push([telemetry.close]);
  // Before the servers: a wrong path is told at once.
  const chromium = await step('looking for Chromium', () => findChromium(config.QUARRY_CHROMIUM));
  if (!chromium)
    report(
      'Chromium was not found: pages that need a browser are read without one. Set QUARRY_CHROMIUM to its executable.',
    );
  asked?.throwIfAborted();
  const servers = await startServers(config, folder);
  stops.push([servers.stop]);
  asked?.throwIfAborted();
  const platform = await step('opening the database', () =>
    openPlatform({
      config,
      telemetry,
      databaseUrl: servers.databaseUrl,
      temporalAddress: servers.temporalAddress,
      obtainModel: (signal) => obtainModel({ signal, progress: report }),
      log,
    }),
  );
  stops.push([platform.close]);
  asked?.throwIfAborted();
  const { keyFile, firstKey } = await firstOrganization(config, folder, platform);
  if (!config.TEMPORAL_ADDRESS) await keepHistories(platform.temporal, config.TEMPORAL_NAMESPACE);

  const onError = (error: unknown) => log.error({ err: error }, 'a background task failed');
  const key = config.QUARRY_ENCRYPTION_KEY ?? (await encryptionKey(folder));
  const parts = createWorkerDependencies({
    config,
    platform,
    roles: ROLES,
    encryptionKey: key,
    chromium,
    onError,
    log,
    onRebuild: logRebuild(log),
  });
  stops.push([parts.close]);
  const workers = await step('starting the workers', () =>
    startWorkers(platform.temporal, config.TEMPORAL_NAMESPACE, parts),
  );
  const users: Stop[] = [workers.stop];
  stops.push(users);
  await platform.workflows.scheduleHousekeeping();
  await parts.indexer?.ready();
  asked?.throwIfAborted();
  const api = await startApi({
    config,
    encryptionKey: key,
    platform,
    log,
    observe,
    temporalUi: servers.temporalUiUrl,
  });
  users.push(api.stop);
  await tellIsolation(parts.browser);
  if (config.QUARRY_SEED_DOCS) await step('indexing the guide', () => indexGuide(platform, api));
  return {
    rest: api.url,
    grpc: api.grpc,
    temporalUi: servers.temporalUiUrl,
    metrics: telemetry.metricsUrl,
    keyFile,
    firstKey,
    loginLink: options.makesLoginLink ? await loginLinkFor(api.url, platform) : undefined,
    markReady: () => {
      api.markReady();
      platform.embeddings?.begin();
    },
    failed: Promise.race([servers.failed, workers.failed]),
    stop,
  };
}

async function tellIsolation(browser: Browser | undefined): Promise<void> {
  const isolation = await browser?.isolation();
  if (isolation) report(isolationLine(isolation));
}

async function loginLinkFor(restUrl: string, { operator, clock }: Platform): Promise<string> {
  const { hostname, port } = new URL(restUrl);
  const link = await operator.transaction((sql) => createRoleLink(sql, { role: 'owner', at: clock.now() }));
  return loginUrl(consoleUrl(hostname.replaceAll(/[[\]]/g, ''), Number(port)), link.token);
}

/** The organization of the first start. Its key is on disk before it is in the database. */
async function firstOrganization(config: Config, folder: DataFolder, platform: Platform) {
  const keyFile = folder.of('api-key');
  let firstKey: string | undefined;
  await bootstrap({
    ...platform,
    database: platform.operator,
    credits: config.QUARRY_BOOTSTRAP_CREDITS,
    firstKey: async () =>
      (firstKey = await readOrMakeSecret(keyFile, () => config.QUARRY_BOOTSTRAP_KEY ?? newApiKey())),
  });
  return { keyFile, firstKey };
}
