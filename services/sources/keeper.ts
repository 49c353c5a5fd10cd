import { setTimeout as sleep } from 'node:timers/promises';
import { rowsById } from '../database/pages-by-id.ts';
import { settleEach } from '../concurrency/settle-each.ts';
import { ensureScheduled, type EnsureScheduledDeps, type Unscheduled } from './ensure-scheduled.ts';
import { takeAway, type TakeAwayDeps } from './take-away.ts';

const EVERY_MS = 30_000;
// A row is left alone until whoever wrote it has had its chance to act on it.
const LEFT_ALONE_MS = 10_000;
// A source may have brought many documents.
const DELETION_WITHIN_MS = 5 * 60_000;

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
    await settleSources(deps, which, signal).catch((error: unknown) => {
      if (!signal.aborted) deps.onError(error);
    });
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

const SELECT = `select id, org_id as "orgId", created_at as "createdAt", cadence_seconds as "cadenceSeconds" from sources`;

/** One pass: gives sources their schedules and finishes deletions. Ends early with the signal. */
export async function settleSources(deps: SourceKeeperDeps, which: Kept, signal: AbortSignal): Promise<void> {
  const { database, clock, onError } = deps;
  const before = [new Date(clock.now().getTime() - LEFT_ALONE_MS)];
  const unscheduled = which === 'all' ? 'deleted_at is null' : 'deleted_at is null and scheduled_at is null';
  await settleEach(rowsById<Unscheduled>(database, `${SELECT} where ${unscheduled} and created_at < $1`, before), {
    what: 'sources', signal, onError, settle: (source) => ensureScheduled(deps, source),
  });
  await settleEach(rowsById<Unscheduled>(database, `${SELECT} where deleted_at < $1`, before), {
    what: 'deleted sources', signal, onError, withinMs: DELETION_WITHIN_MS, settle: ({ id, orgId }) => takeAway(deps, { orgId, sourceId: id }),
  });
}
