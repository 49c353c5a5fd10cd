import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from '../database/transient.ts';
import type { PageKey, Pages } from './pages.ts';
import type { PerHost } from './per-host.ts';
import type { ReadPageOf } from './page-reader.ts';
import type { PageResult, PageReadOptions } from './read-page.ts';
import { FORBIDDEN_BY_ROBOTS, type RobotsAllow } from './robots.ts';
import { createSemaphore } from '../concurrency/semaphore.ts';

export type { PageKey } from './pages.ts';

// Over all hosts. Downloads that wait for a slow host hold none of these slots, so others go ahead of them.
const READS_AT_ONCE = 40;
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 10_000;

interface ReadTask extends Pick<PageReadOptions, 'wanted'> {
  url: string;
  budgetMs: number;
  /** Whether a page that robots.txt disallows is not read. Absent: a caller has named the page. */
  honoursRobots?: boolean | undefined;
}

/** Reads a page within its budget and stores the result. A key that has a stored result returns it. */
export type ReadAndStore = (key: PageKey, task: ReadTask, cancelled: AbortSignal) => Promise<PageResult>;

interface Dependencies {
  pages: Pages;
  perHost: PerHost;
  readPage: ReadPageOf;
  robotsAllow: RobotsAllow;
}

export function createReadAndStore({ pages, perHost, readPage, robotsAllow }: Dependencies): ReadAndStore {
  const reads = createSemaphore(READS_AT_ONCE);
  return async (key, { url, budgetMs, wanted, honoursRobots = false }, cancelled) => {
    const kept = await pages.find(key);
    if (kept) return kept;
    // The wait for a slot is not the page's fault: the budget starts with the download.
    const read = () =>
      withinBudget(budgetMs, cancelled, async (signal) =>
        honoursRobots && !(await robotsAllow(url, signal)) ? FORBIDDEN_BY_ROBOTS : readPage(url, signal, { wanted }),
      );
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
