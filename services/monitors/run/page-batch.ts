import { setTimeout as sleep } from 'node:timers/promises';
import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import { storable } from '../../database/storable.ts';
import type { PageError } from '../../fetch/page-error.ts';
import { changeOf } from '../pages/page-change.ts';
import { readStoredPage } from '../pages/page-requests.ts';
import { isPassing, readWatched, type ReadWatchedDeps, type WatchedRead } from '../pages/read-watched.ts';
import { knownPage, storeSnapshot, type PageOfRun } from '../pages/snapshots.ts';
import { PAGES_FROM } from '../searches/store-requests.ts';
import { acquireBatchSlot } from './batch-slots.ts';
import type { BatchResult } from './search-batch.ts';
import { countPending } from './run-searches.ts';
import { setOutcome } from './store-outcome.ts';

const BATCH_WITHIN_MS = 10_000;
const MOST_IN_A_BATCH = 100;
const HOSTS_AT_ONCE = 4;
// Longer than two loads of a page take. It is renewed for each page, since pages also wait for their hosts.
const SLOT_MS = 100_000;
const TRIES = 3;
const PAUSE_MS = 1_000;
// An origin that wants to wait longer is read by the next run.
const LONGEST_PAUSE_MS = 10_000;

export interface PageBatchDeps extends ReadWatchedDeps {
  database: Database;
  clock: Clock;
}

interface PendingPage
  extends
    ColumnsOf<'monitor_run_requests', 'request_id' | 'attempts' | 'tried_at'>,
    ColumnsOf<'monitor_requests', 'request'> {}

/**
 * Reads some of a run's pages, one at a time from each host, and stores each outcome immediately. Safe to repeat: a page with an
 * outcome is not read again.
 */
export async function pageBatch(deps: PageBatchDeps, run: string, signal: AbortSignal): Promise<BatchResult> {
  const slot = await acquireBatchSlot(deps, run, SLOT_MS);
  if (slot.status === 'ended') return { left: 0, waits: false };
  if (slot.status === 'unavailable') return { left: 1, waits: true };
  try {
    const pending = await pendingPages(deps, run);
    const byHost = [
      ...Map.groupBy(pending, ({ request }) => URL.parse(readStoredPage(request).url)?.host ?? '').values(),
    ];
    const deadline = performance.now() + BATCH_WITHIN_MS;
    const readHosts = async (): Promise<void> => {
      for (let pages = byHost.shift(); pages; pages = byHost.shift())
        for (const page of pages) if (performance.now() < deadline) await readOne(deps, { ...slot, run, page }, signal);
    };
    await allSettled(Array.from({ length: HOSTS_AT_ONCE }, readHosts));
    return { left: await countPending(deps.database, run, 'pages'), waits: false };
  } finally {
    await slot.release();
  }
}

/** Pages without an attempt precede failed ones. */
function pendingPages({ database }: PageBatchDeps, run: string): Promise<PendingPage[]> {
  return database.builder
    .selectFrom('monitor_run_requests as page')
    .innerJoin('monitor_requests as saved', 'saved.id', 'page.request_id')
    .select(['page.request_id', 'page.attempts', 'page.tried_at', 'saved.request'])
    .where('page.run', '=', run)
    .where('page.ordinal', '>=', PAGES_FROM)
    .where('page.status', 'is', null)
    .orderBy('page.attempts')
    .orderBy('page.ordinal')
    .limit(MOST_IN_A_BATCH)
    .execute();
}

/** Waits for all of them before it throws the first failure, so that no work overlaps a retry. */
async function allSettled(works: Array<Promise<void>>): Promise<void> {
  for (const outcome of await Promise.allSettled(works)) if (outcome.status === 'rejected') throw outcome.reason;
}

interface OnePage {
  run: string;
  orgId: string;
  monitorId: string;
  page: PendingPage;
  /** Keeps the batch's slot. */
  renew(): Promise<void>;
}

async function readOne(
  deps: PageBatchDeps,
  { run, orgId, monitorId, page, renew }: OnePage,
  signal: AbortSignal,
): Promise<void> {
  const { request_id: requestId, attempts, tried_at: triedAt } = page;
  await renew();
  if (triedAt) {
    const waitMs = triedAt.getTime() + PAUSE_MS * attempts - deps.clock.now().getTime();
    await sleep(Math.max(0, waitMs), undefined, { signal }).catch(() => signal.throwIfAborted());
  }
  const known = await knownPage(deps.database, requestId);
  const watching = { orgId, page: readStoredPage(page.request), known, now: deps.clock.now };
  const read = await readWatched(deps, watching, signal);
  const of = { run, monitorId, requestId };
  if (read.status === 'error') await storeFailure(deps, of, { error: read, isLast: attempts + 1 >= TRIES });
  else await storeRead(deps, of, { read, change: changeOf(requestId, known, read) });
}

async function storeFailure(
  { database, clock }: PageBatchDeps,
  { run, requestId }: PageOfRun,
  { error, isLast }: { error: PageError; isLast: boolean },
): Promise<void> {
  const now = clock.now();
  const isFinal = isLast || !isPassing(error) || (error.retryAfterMs ?? 0) > LONGEST_PAUSE_MS;
  await setOutcome(
    database,
    { run, requestId },
    {
      tried_at: now,
      reason: storable(error.message),
      error_code: error.code,
      status: isFinal ? 'failed' : null,
      completed_at: isFinal ? now : null,
      unreached: isPassing(error),
    },
  );
}

async function storeRead(
  { database, clock }: PageBatchDeps,
  of: PageOfRun,
  given: { read: WatchedRead; change: ReturnType<typeof changeOf> },
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (sql) => {
    const isFirst = await setOutcome(sql, of, {
      tried_at: now,
      reason: '',
      error_code: null,
      status: 'ok',
      results_returned: 1,
      completed_at: now,
      unreached: false,
    });
    if (isFirst) await storeSnapshot(sql, of, given);
  });
}
