import type { Config } from '../runtime/config.ts';
import type { Platform } from '../runtime/platform.ts';
import type { ReadPageOf } from '../services/fetch/page-reader.ts';
import { createHostTurns } from '../services/sources/poll/host-turns.ts';
import { startMonitorReconciler } from '../services/monitors/reconciler.ts';
import { createMonitorRuns, type MonitorRuns } from '../services/monitors/run/monitor-runs.ts';
import type { Role } from './roles.ts';

interface MonitoringOptions {
  config: Config;
  platform: Platform;
  roles: readonly Role[];
  /** Renders where a browser is there. */
  readPage: ReadPageOf;
  onError(error: unknown): void;
}

/** Dependencies of monitors' runs, and the reconciler of their schedules. */
export interface MonitorWorker {
  runs: MonitorRuns;
  close(): Promise<void>;
}

export function createMonitorWorker({ config, platform, roles, readPage, onError }: MonitoringOptions): MonitorWorker {
  const { database, background, clock, workflows, retrieval } = platform;
  const timeScale = config.QUARRY_TIME_SCALE;
  const hostTurns = createHostTurns(database);
  const runs = createMonitorRuns({
    database,
    clock,
    workflows,
    timeScale,
    search: retrieval.backgroundSearch,
    readPage,
    robotsOf: retrieval.web.robotsOf,
    hostTurns,
    charged: platform.telemetry.metrics?.charged,
    onError,
  });
  const reconciler = roles.includes('workflows')
    ? startMonitorReconciler({ database, background, clock, workflows, timeScale, runs, onError })
    : undefined;
  return { runs, close: async () => void (await Promise.all([reconciler?.stop(), hostTurns.close()])) };
}
