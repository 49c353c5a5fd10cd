import type { Config } from '../runtime/config.ts';
import type { Foundation } from '../runtime/foundation.ts';
import { startMonitorKeeper } from '../services/monitors/keeper.ts';
import { createMonitorRuns, type MonitorRuns } from '../services/monitors/run/monitor-runs.ts';
import type { Role } from './roles.ts';

interface MonitoringOptions {
  config: Config;
  foundation: Foundation;
  roles: readonly Role[];
  onError(error: unknown): void;
}

/** What runs of monitors are made of, and what keeps their schedules. */
export interface Monitoring {
  runs: MonitorRuns;
  close(): Promise<void>;
}

export function createMonitoring({ config, foundation, roles, onError }: MonitoringOptions): Monitoring {
  const { database, clock, durable, retrieval } = foundation;
  const timeScale = config.QUARRY_TIME_SCALE;
  const runs = createMonitorRuns({ database, clock, durable, timeScale, search: retrieval.search, onError });
  const keeper = roles.includes('workflows') ? startMonitorKeeper({ database, clock, durable, timeScale, runs, onError }) : undefined;
  return { runs, close: async () => keeper?.stop() };
}
