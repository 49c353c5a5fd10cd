import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { isAway } from '../database/away.ts';
import type { Database } from '../database/database.ts';
import type { Durable } from '../durable/durable.ts';
import { ensureScheduled, SELECT_SCHEDULABLE, type EnsureScheduledDeps, type Schedulable } from './ensure-scheduled.ts';
import type { MonitorRuns } from './run/monitor-runs.ts';
import { forgetMonitor } from './forget-monitor.ts';

const EVERY_MS = 30_000;
// Every so many passes all schedules are looked at, for a server that lost them.
const PASSES_UNTIL_ALL = 10;
// A row is left alone until whoever wrote it has had its chance to act on it.
const LEFT_ALONE_MS = 10_000;
const ROWS_AT_ONCE = 100;
// Passes in which a lost run could not be ended, before it is given up.
const PASSES_TO_DELIVER = 3;

export interface MonitorKeeperDeps extends EnsureScheduledDeps {
  database: Database;
  clock: Clock;
  durable: EnsureScheduledDeps['durable'] & Pick<Durable, 'monitorRunState' | 'dropMonitorSchedule'>;
  runs: Pick<MonitorRuns, 'finish'>;
  onError(error: unknown): void;
}

/** Heals what a crash between PostgreSQL and Temporal left. Several may run side by side. */
export function startMonitorKeeper(deps: MonitorKeeperDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = keep(deps, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function keep(deps: MonitorKeeperDeps, signal: AbortSignal): Promise<void> {
  const failures: Failures = new Map();
  for (let pass = 0; !signal.aborted; pass += 1) {
    await settleMonitors(deps, pass % PASSES_UNTIL_ALL === 0 ? 'all' : 'unsettled', signal, failures).catch(deps.onError);
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** How often lost runs could not be ended, by their keys. */
export type Failures = Map<string, number>;

/**
 * One pass: brings schedules to what their rows say, begins runs that are wanted, ends runs whose workflow is gone, and
 * finishes deletions. Ends early with the signal.
 *
 * @param failures kept from pass to pass
 * @param which `unsettled`: monitors that a crash left half done; `all`: every one
 */
export async function settleMonitors(deps: MonitorKeeperDeps, which: 'unsettled' | 'all', signal: AbortSignal, failures: Failures): Promise<void> {
  const { database, clock, durable } = deps;
  const before = new Date(clock.now().getTime() - LEFT_ALONE_MS);
  for await (const monitor of rows<Schedulable>(database, `${SELECT_SCHEDULABLE} where status <> 'deleted' and updated_at < $1`, before)) {
    if (signal.aborted) return;
    await ensureScheduled(deps, monitor, which);
  }
  for await (const run of rows<{ id: string; workflow_id: string }>(database, 'select id, workflow_id from monitor_runs where completed_at is null and started_at < $1', before)) {
    if (signal.aborted) return;
    if ((await durable.monitorRunState(run.workflow_id)) !== 'open') await endLost(deps, run.id, failures);
  }
  for await (const { id } of rows<{ id: string }>(database, `select id from monitors where status = 'deleted' and deleted_at < $1`, before)) {
    if (signal.aborted) return;
    await durable.dropMonitorSchedule(id);
    await forgetMonitor(database, id, signal);
  }
}

/** One that cannot be ended keeps no other one from it. */
async function endLost({ runs, onError }: MonitorKeeperDeps, run: string, failures: Failures): Promise<void> {
  const failed = failures.get(run) ?? 0;
  try {
    await runs.finish(run, { unfinishedReason: 'The run was lost on our side.', givesUp: failed >= PASSES_TO_DELIVER });
    failures.delete(run);
  } catch (error) {
    if (isAway(error)) throw error;
    failures.set(run, failed + 1);
    onError(error);
  }
}

async function* rows<Row extends { id: string }>(database: Database, select: string, before: Date): AsyncGenerator<Row> {
  let last = '';
  for (;;) {
    const found = await database.query<Row & Record<string, unknown>>(`${select} and id > $2 order by id limit ${ROWS_AT_ONCE}`, [before, last]);
    yield* found;
    last = found.at(-1)?.id ?? '';
    if (found.length < ROWS_AT_ONCE) return;
  }
}
