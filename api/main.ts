import type { Logger } from 'pino';
import { bootstrap } from '../services/accounts/bootstrap.ts';
import { readConfig, type Config } from '../runtime/config.ts';
import { openPlatform, type PlatformOptions } from '../runtime/platform.ts';
import { runUntilSignalled, stopInOrder, type Running, type Stop } from '../services/process/lifecycle.ts';
import { createHeldLog } from '../runtime/log.ts';
import { telemetryOf } from '../runtime/start-telemetry.ts';
import { reportTimeScale } from '../runtime/time-scale.ts';
import { startApi } from './api.ts';

/** Runs only the API, with servers of the operator's own and workers in other processes. */
export async function runApi({ obtainModel }: Pick<PlatformOptions, 'obtainModel'>): Promise<void> {
  const config = readConfig(process.env);
  const { log, release } = createHeldLog(config.QUARRY_LOG);
  await runUntilSignalled(
    () => start({ config, log, obtainModel }),
    ({ rest, grpc, metrics, markReady }) => {
      process.stdout.write(`${JSON.stringify({ event: 'ready', rest, grpc, metrics })}\n`);
      markReady();
      release();
    },
  );
}

interface ApiStart extends Pick<PlatformOptions, 'obtainModel'> {
  config: Config;
  log: Logger;
}

async function start({
  config,
  log,
  obtainModel,
}: ApiStart): Promise<Running & { rest: string; grpc: string; metrics: string | undefined; markReady(): void }> {
  const { DATABASE_URL, TEMPORAL_ADDRESS, QUARRY_ENCRYPTION_KEY, QUARRY_BOOTSTRAP_KEY, QUARRY_BOOTSTRAP_CREDITS } =
    config;
  if (!DATABASE_URL || !TEMPORAL_ADDRESS || !QUARRY_ENCRYPTION_KEY) {
    throw new Error(
      'The API on its own needs DATABASE_URL, TEMPORAL_ADDRESS and QUARRY_ENCRYPTION_KEY. `npm start` runs everything in one process.',
    );
  }
  reportTimeScale(config);
  const stops: Stop[][] = [];
  const telemetry = await telemetryOf(config);
  stops.push([telemetry.close]);
  const platform = await openPlatform({
    config,
    telemetry,
    databaseUrl: DATABASE_URL,
    temporalAddress: TEMPORAL_ADDRESS,
    obtainModel,
    log,
  });
  stops.push([platform.close]);
  if (QUARRY_BOOTSTRAP_KEY) {
    await bootstrap({
      ...platform,
      database: platform.operator,
      credits: QUARRY_BOOTSTRAP_CREDITS,
      firstKey: async () => QUARRY_BOOTSTRAP_KEY,
    });
  }
  const api = await startApi({ config, platform, encryptionKey: QUARRY_ENCRYPTION_KEY, log });
  stops.push([api.stop]);
  return {
    rest: api.url,
    grpc: api.grpc,
    metrics: telemetry.metricsUrl,
    markReady: () => {
      api.markReady();
      platform.embeddings?.begin();
    },
    stop: () => stopInOrder(stops),
    failed: new Promise<never>(() => {}),
  };
}
