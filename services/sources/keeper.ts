import { setTimeout as sleep } from 'node:timers/promises';
import { ensureScheduled, type EnsureScheduledDeps, type Unscheduled } from './ensure-scheduled.ts';
import { takeAway, type TakeAwayDeps } from './take-away.ts';

const EVERY_MS = 30_000;
// A row is left alone until whoever wrote it has had its chance to act on it.
const LEFT_ALONE_MS = 10_000;
const ROWS_AT_ONCE = 100;

/** `unsettled`: sources that a crash left half done. `all`: every source, for a server that lost its schedules. */
export type Kept = 'unsettled' | 'all';

export interface SourceKeeper {
  stop(): Promise<void>;
}

export interface SourceKeeperDeps extends Omit<EnsureScheduledDeps, 'durable'>, Omit<TakeAwayDeps, 'durable'> {
  durable: EnsureScheduledDeps['durable'] & TakeAwayDeps['durable'];
  onError(error: unknown): void;
}

/** Heals what a crash between PostgreSQL and the schedules left. Several may run side by side. */
export function startSourceKeeper(deps: SourceKeeperDeps): SourceKeeper {
  const stopping = new AbortController();
  const running = keep(deps, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function keep(deps: SourceKeeperDeps, signal: AbortSignal): Promise<void> {
  for (let which: Kept = 'all'; !signal.aborted; which = 'unsettled') {
    await settleSources(deps, which, signal).catch(deps.onError);
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** One pass: gives sources their schedules and finishes deletions. Ends early with the signal. */
export async function settleSources(deps: Omit<SourceKeeperDeps, 'onError'>, which: Kept, signal: AbortSignal): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - LEFT_ALONE_MS);
  const unscheduled = which === 'all' ? 'deleted_at is null' : 'deleted_at is null and scheduled_at is null';
  for await (const source of rows(deps, `${unscheduled} and created_at < $1`, before)) {
    if (signal.aborted) return;
    await ensureScheduled(deps, source);
  }
  for await (const source of rows(deps, 'deleted_at < $1', before)) {
    if (signal.aborted) return;
    await takeAway(deps, { orgId: source.orgId, sourceId: source.id });
  }
}

async function* rows({ database }: Pick<SourceKeeperDeps, 'database'>, where: string, before: Date): AsyncGenerator<Unscheduled> {
  let last = '';
  for (;;) {
    const found = await database.query<Unscheduled & Record<string, unknown>>(
      `select id, org_id as "orgId", created_at as "createdAt", cadence_seconds as "cadenceSeconds"
       from sources where ${where} and id > $2 order by id limit ${ROWS_AT_ONCE}`,
      [before, last],
    );
    yield* found;
    last = found.at(-1)?.id ?? '';
    if (found.length < ROWS_AT_ONCE) return;
  }
}
