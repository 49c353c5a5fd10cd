import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from '../database/transient.ts';
import type { PageKey, Pages } from './pages.ts';
import type { PerHost } from './per-host.ts';
import type { PageResult } from './read-page.ts';
import { createSemaphore } from '../concurrency/semaphore.ts';

export type { PageKey } from './pages.ts';

// Over all hosts. Downloads that wait for a slow host hold none of these slots, so others go ahead of them.
const READS_AT_ONCE = 40;
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 10_000;

/** Reads a page within its budget and stores the result. A key that has a stored result returns it. */
export type ReadAndStore = (
  key: PageKey,
  task: { url: string; budgetMs: number },
  cancelled: AbortSignal,
) => Promise<PageResult>;

interface Dependencies {
  pages: Pages;
  perHost: PerHost;
  readPage(url: string, signal: AbortSignal): Promise<PageResult>;
}

export function createReadAndStore({ pages, perHost, readPage }: Dependencies): ReadAndStore {
  const reads = createSemaphore(READS_AT_ONCE);
  return async (key, { url, budgetMs }, cancelled) => {
    const kept = await pages.find(key);
    if (kept) return kept;
    // The wait for a slot is not the page's fault: the budget starts with the download.
    const read = () => withinBudget(budgetMs, cancelled, (signal) => readPage(url, signal));
    const result = await perHost.run({ url, orgId: key.orgId }, cancelled, () => reads.run(cancelled, read, key.orgId));
    await untilStored(cancelled, () => pages.store(key, url, result));
    return result;
  };
}

/** A failed write must not repeat the download: the result waits here until it is stored or cancelled. */
async function untilStored(cancelled: AbortSignal, store: () => Promise<void>): Promise<void> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await store();
    } catch (error) {
      if (cancelled.aborted || !isTransient(error)) throw error;
    }
    await sleep(waitMs, undefined, { signal: cancelled }).catch(() => undefined);
  }
}

/** Our own timeout is the page's result; a cancellation from outside is rethrown. */
async function withinBudget(
  budgetMs: number,
  cancelled: AbortSignal,
  work: (signal: AbortSignal) => Promise<PageResult>,
): Promise<PageResult> {
  const budget = AbortSignal.timeout(budgetMs);
  try {
    return await work(AbortSignal.any([cancelled, budget]));
  } catch (error) {
    if (cancelled.aborted) throw cancelled.reason;
    if (budget.aborted) return { status: 'error', code: 'timeout', message: `It was not read within ${budgetMs} ms.` };
    throw error;
  }
}
