import { setTimeout as sleep } from 'node:timers/promises';
import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../core/errors.ts';
import { NoSourceAnswered, type Search } from '../../search/search.ts';
import { PAGES_FROM } from '../searches/store-requests.ts';
import { readStoredSearch } from '../searches/stored-search.ts';
import { searchOutcome, type SearchOutcome } from './search-outcome.ts';
import { storeOutcome } from './store-outcome.ts';
import { acquireBatchSlot } from './batch-slots.ts';
import { countPending } from './run-searches.ts';

const BATCH_WITHIN_MS = 5_000;
const MOST_IN_A_BATCH = 50;
const AT_ONCE = 4;
// Two more attempts after the first, each after a longer pause.
const TRIES = 3;
const PAUSE_MS = 500;

export interface SearchBatchDeps {
  database: Database;
  clock: Clock;
  search: Pick<Search, 'search'>;
  /** The reason given to callers for internal failures. */
  onError(error: unknown): void;
}

/** `left`: number of remaining searches. `waits`: the organization has no free slot, and no search ran. */
export interface BatchResult {
  left: number;
  waits: boolean;
}

interface PendingSearch
  extends
    ColumnsOf<'monitor_run_requests', 'request_id' | 'ordinal' | 'attempts' | 'tried_at'>,
    ColumnsOf<'monitor_requests', 'request'> {}

/**
 * Runs several of a run's searches concurrently, and stores each outcome immediately. Safe to repeat: a search with an
 * outcome is not repeated.
 */
export async function searchBatch(deps: SearchBatchDeps, run: string, signal: AbortSignal): Promise<BatchResult> {
  const slot = await acquireBatchSlot(deps, run);
  if (slot.status === 'ended') return { left: 0, waits: false };
  if (slot.status === 'unavailable') return { left: 1, waits: true };
  try {
    const pending = await findPending(deps, run);
    if (pending.length === 0) return { left: 0, waits: false };
    const deadline = performance.now() + BATCH_WITHIN_MS;
    for (let from = 0; from < pending.length && performance.now() < deadline; from += AT_ONCE) {
      signal.throwIfAborted();
      await Promise.all(
        pending
          .slice(from, from + AT_ONCE)
          .map((one) => searchOne(deps, { run, orgId: slot.orgId, monitorId: slot.monitorId, one, signal })),
      );
    }
    return { left: await countPending(deps.database, run, 'searches'), waits: false };
  } finally {
    await slot.release();
  }
}

/** Searches without an attempt precede failed ones. */
function findPending({ database }: SearchBatchDeps, run: string): Promise<PendingSearch[]> {
  return database.builder
    .selectFrom('monitor_run_requests as search')
    .innerJoin('monitor_requests as saved', 'saved.id', 'search.request_id')
    .select(['search.request_id', 'search.ordinal', 'search.attempts', 'search.tried_at', 'saved.request'])
    .where('search.run', '=', run)
    .where('search.status', 'is', null)
    .where('search.ordinal', '<', PAGES_FROM)
    .orderBy('search.attempts')
    .orderBy('search.ordinal')
    .limit(MOST_IN_A_BATCH)
    .execute();
}

interface OneSearch {
  run: string;
  orgId: string;
  monitorId: string;
  one: PendingSearch;
  signal: AbortSignal;
}

async function searchOne(deps: SearchBatchDeps, { run, orgId, monitorId, one, signal }: OneSearch): Promise<void> {
  if (one.tried_at)
    await sleep(Math.max(0, one.tried_at.getTime() + PAUSE_MS * one.attempts - deps.clock.now().getTime()), undefined, {
      signal,
    });
  const outcome = await outcomeOf(deps, orgId, one.request, signal);
  const isLast = one.attempts + 1 >= TRIES || (outcome.status === 'failed' && outcome.isPermanent);
  await storeOutcome(deps, { run, monitorId, requestId: one.request_id, ordinal: one.ordinal, outcome, isLast });
}

/**
 * Runs one saved search. Its failure is an outcome. @param stored the body of the search, as its monitor received it
 */
export async function outcomeOf(
  deps: Pick<SearchBatchDeps, 'search' | 'onError'>,
  orgId: string,
  stored: Record<string, unknown>,
  signal: AbortSignal,
): Promise<SearchOutcome> {
  try {
    return await searchOutcome(deps.search, orgId, readStoredSearch(stored), signal);
  } catch (error) {
    signal.throwIfAborted();
    const isForCaller = error instanceof ServiceError && error.code !== 'INTERNAL';
    if (!isForCaller) deps.onError(error);
    return {
      status: 'failed',
      reason: isForCaller ? error.message : 'The search failed on our side.',
      isPermanent: isForCaller && error.code === 'INVALID_REQUEST',
      isUnreached: error instanceof NoSourceAnswered,
    };
  }
}
