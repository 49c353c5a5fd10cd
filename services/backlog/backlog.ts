import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/database.ts';
import { missedPeriods } from '../monitors/missed-periods.ts';
import type { GaugeSource, GaugeValues } from '../telemetry/metrics.ts';
import { readLag } from './lag.ts';

export interface BacklogDeps {
  database: Database;
  clock: Clock;
  /** QUARRY_TIME_SCALE. */
  timeScale: number;
  /** Counts the passages without a vector. Absent: nothing is embedded. */
  passagesToEmbed?: (() => Promise<number>) | undefined;
}

// Scrapes within this time return the same values: reading them costs more than a call.
const KEPT_MS = 5_000;
const SLOW_KEPT_MS = 60_000;

const HELP = {
  agent_runs_pending: 'Agent runs that have not begun',
  agent_runs_running: 'Agent runs that have begun and not ended',
  agent_runs_lag_seconds: 'Age of the oldest agent run that has not begun',
  index_outbox_rows: 'Changes of documents that the index does not have yet',
  index_lag_seconds: 'Age of the oldest change of a document that the index does not have yet',
  webhooks_due: 'Webhook messages whose next attempt is due',
  webhook_lag_seconds: 'How long the next attempt of a webhook message has been due, at most',
  sources_late: 'Followed sources whose last poll is older than two of their periods',
  credits_balance: 'Credits of all organizations, with those that are held',
  credits_held: 'Credits that open holds reserve',
};

const HELP_OF_SLOW = {
  monitors_late: 'Periods of monitors, of the last two of each, whose run is more than a minute late',
  monitor_lag_seconds: 'How late the latest of them is',
  embeddings_waiting: 'Passages without a vector',
};

/** The waiting work, read from the database at a scrape. Every process would report the same, so only one does. */
export function backlogGauges(deps: BacklogDeps): GaugeSource[] {
  return [
    { help: HELP, read: kept(KEPT_MS, () => readLag(deps)) },
    { help: HELP_OF_SLOW, read: kept(SLOW_KEPT_MS, () => readSlow(deps)) },
  ];
}

async function readSlow({ database, clock, timeScale, passagesToEmbed }: BacklogDeps): Promise<GaugeValues> {
  const now = clock.now();
  let late = 0;
  let lagMs = 0;
  for await (const { periodAt } of missedPeriods(database, { now, timeScale })) {
    late += 1;
    lagMs = Math.max(lagMs, now.getTime() - periodAt.getTime());
  }
  const waiting = await passagesToEmbed?.();
  return {
    monitors_late: late,
    monitor_lag_seconds: lagMs / 1_000,
    ...(waiting !== undefined && { embeddings_waiting: waiting }),
  };
}

function kept(forMs: number, read: () => Promise<GaugeValues>): () => Promise<GaugeValues> {
  let last: { at: number; values: GaugeValues } | undefined;
  return async () => {
    if (last && performance.now() - last.at < forMs) return last.values;
    const values = await read();
    last = { at: performance.now(), values };
    return values;
  };
}
