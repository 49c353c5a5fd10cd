import { readConfig } from '../runtime/config.ts';
import { logRebuild } from '../services/documents/indexing/log-rebuild.ts';
import { openPlatform, type PlatformOptions } from '../runtime/platform.ts';
import { runUntilSignalled, stopInOrder } from '../services/process/lifecycle.ts';
import { createHeldLog } from '../runtime/log.ts';
import { telemetryOf, temporalMetricsOf } from '../runtime/start-telemetry.ts';
import { reportTimeScale } from '../runtime/time-scale.ts';
import { keepHealthFile } from './health-file.ts';
import { createWorkerDependencies, type WorkerDependenciesOptions } from './dependencies.ts';
import { usesEmbeddings, type Role } from './roles.ts';
import { installRuntime, startWorkers } from './worker.ts';

export interface WorkerOptions extends Pick<PlatformOptions, 'obtainModel'> {
  /** Roles of this process. */
  roles: readonly Role[];
  findChromium(configured: string | undefined): Promise<WorkerDependenciesOptions['chromium']>;
}

/** Runs only workers, with servers of the operator's own. */
export async function runWorker({ roles, findChromium, obtainModel }: WorkerOptions): Promise<void> {
  const config = readConfig(process.env);
  const { DATABASE_URL, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, QUARRY_ENCRYPTION_KEY } = config;
  if (!DATABASE_URL || !TEMPORAL_ADDRESS || !QUARRY_ENCRYPTION_KEY) {
    throw new Error(
      'A worker on its own needs DATABASE_URL, TEMPORAL_ADDRESS and QUARRY_ENCRYPTION_KEY. `npm start` runs everything in one process.',
    );
  }
  reportTimeScale(config);
  const { log, release } = createHeldLog(config.QUARRY_LOG);
  const temporalMetrics = await temporalMetricsOf(config);
  installRuntime(log, temporalMetrics?.bindAddress);
  await runUntilSignalled(
    async () => {
      const telemetry = await telemetryOf(config, temporalMetrics);
      const platform = await openPlatform({
        config,
        telemetry,
        databaseUrl: DATABASE_URL,
        temporalAddress: TEMPORAL_ADDRESS,
        obtainModel,
        log,
      });
      const onError = (error: unknown) => log.error({ err: error }, 'a background task failed');
      const chromium = await findChromium(config.QUARRY_CHROMIUM);
      const parts = createWorkerDependencies({
        config,
        platform,
        roles,
        encryptionKey: QUARRY_ENCRYPTION_KEY,
        chromium,
        onError,
        log,
        onRebuild: logRebuild(log),
      });
      const workers = await startWorkers(platform.temporal, TEMPORAL_NAMESPACE, parts);
      if (roles.includes('workflows')) await platform.workflows.scheduleHousekeeping();
      const health =
        config.QUARRY_HEALTH_FILE === undefined ? undefined : keepHealthFile(config.QUARRY_HEALTH_FILE, workers.poll);
      return {
        stop: () =>
          stopInOrder([
            [telemetry.close],
            [platform.close],
            [parts.close],
            [workers.stop],
            [async () => health?.stop()],
          ]),
        failed: workers.failed,
        metrics: telemetry.metricsUrl,
        beginEmbeddings: () => {
          if (usesEmbeddings(roles)) platform.embeddings?.begin();
        },
      };
    },
    ({ metrics, beginEmbeddings }) => {
      process.stdout.write(`${JSON.stringify({ event: 'ready', roles, metrics })}\n`);
      release();
      beginEmbeddings();
    },
  );
}
