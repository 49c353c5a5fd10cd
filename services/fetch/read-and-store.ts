import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';
import type { Encryption } from '../core/encryption.ts';
import { isTransient } from '../database/transient.ts';
import { readingOf, type PageKey, type Pages } from './pages.ts';
import type { PageTask } from '../temporal/contracts.ts';
import type { PerHost } from './per-host.ts';
import type { ReadPageOf } from './page-reader.ts';
import type { PageResult } from './read-page.ts';
import type { RobotsRefusal } from './robots.ts';
import { createSemaphore } from '../concurrency/semaphore.ts';

export type { PageKey } from './pages.ts';

// Over all hosts. Downloads that wait for a slow host hold none of these slots, so others go ahead of them.
const READS_AT_ONCE = 40;
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 10_000;

interface ReadTask extends PageTask {
  url: string;
}

/**
 * Reads a page within its budget and stores the result. A key that has a stored result returns it, and one whose caller
 * is content with a stored copy gets that.
 */
export type ReadAndStore = (key: PageKey, task: ReadTask, cancelled: AbortSignal) => Promise<PageResult>;

interface Dependencies {
  pages: Pages;
  perHost: PerHost;
  readPage: ReadPageOf;
  robotsRefusal: RobotsRefusal;
  /** Opens the headers of a task. */
  encryption: Pick<Encryption, 'decrypt'>;
  clock: Clock;
}

export function createReadAndStore(dependencies: Dependencies): ReadAndStore {
  const { pages, perHost, readPage, robotsRefusal, encryption, clock } = dependencies;
  const reads = createSemaphore(READS_AT_ONCE);
  return async (key, { url, budgetMs, honoursRobots = false, maxAgeSeconds, sealedHeaders, ...task }, cancelled) => {
    const kept = await pages.find(key);
    if (kept) return kept;
    // A page that was read with a caller's headers may show a secret, so it is never given as a copy.
    const reading = sealedHeaders === undefined ? readingOf(task) : null;
    const store = (result: PageResult) => untilStored(cancelled, () => pages.store({ ...key, reading }, url, result));
    const fetchedSince = maxAgeSeconds === undefined ? undefined : oldestCopy(clock, maxAgeSeconds);
    const copy = fetchedSince && reading && (await pages.copyOf(key.orgId, { url, reading, fetchedSince }));
    if (copy) {
      await store(copy);
      return copy;
    }
    const headers = sealedHeaders === undefined ? undefined : opened(sealedHeaders, encryption);
    // The wait for a slot is not the page's fault: the budget starts with the download.
    const read = () =>
      withinBudget(
        budgetMs,
        cancelled,
        async (signal) =>
          (honoursRobots && (await robotsRefusal(url, signal))) || readPage(url, signal, { ...task, headers }),
      );
    const result = await perHost.run({ url, orgId: key.orgId }, cancelled, () => reads.run(cancelled, read, key.orgId));
    await store(result);
    return result;
  };
}

// A fetch's pages are deleted after a day: a copy that is about to be deleted must outlast the call.
const OLDEST_COPY_SECONDS = 23 * 3_600;

function oldestCopy(clock: Clock, maxAgeSeconds: number): Date {
  return new Date(clock.now().getTime() - Math.min(maxAgeSeconds, OLDEST_COPY_SECONDS) * 1_000);
}

function opened(sealed: string, { decrypt }: Pick<Encryption, 'decrypt'>): Record<string, string> {
  return JSON.parse(decrypt(Buffer.from(sealed, 'base64'))) as Record<string, string>;
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
