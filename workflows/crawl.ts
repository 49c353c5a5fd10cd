import {
  ActivityCancellationType,
  ApplicationFailure,
  CancellationScope,
  continueAsNew,
  ContinueAsNew,
  isCancellation,
  log,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  sleep,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { CrawlActivities } from '../activities/crawl.ts';
import type { CrawlInput } from '../services/temporal/contracts.ts';
import { SEARCH_ATTRIBUTES, TASK_QUEUES } from '../services/temporal/names.ts';

const RETRY = { initialInterval: '500ms', maximumInterval: '30s' } as const;

// A step reads for some 20 seconds; the first one may read 50 sitemaps of each of 100 hosts. A site's failure is a result:
// retries are for a lost worker or database, and a fault of ours is final at the fifth (activities/limited-faults.ts).
const { beginCrawl, beginCrawlRound, crawlPages } = proxyActivities<CrawlActivities>({
  taskQueue: TASK_QUEUES.crawls,
  startToCloseTimeout: '6h',
  heartbeatTimeout: '10s',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: RETRY,
});

// A short step on our own database, run by the worker of the workflow.
const { finishCrawl } = proxyLocalActivities<CrawlActivities>({
  scheduleToCloseTimeout: '20m',
  startToCloseTimeout: '10s',
  retry: RETRY,
});

// Some 2,000 history events.
const PORTIONS_PER_RUN = 200;

type StopReason = Parameters<CrawlActivities['finishCrawl']>[0]['stopReason'];

/** One crawl: what its sites list, then their pages portion by portion, then later rounds, and one end. */
export async function crawl({ crawlId, orgId, hasBegun = false }: CrawlInput): Promise<string> {
  const key = { crawlId, orgId };
  try {
    const summary = 'Read robots.txt and sitemaps';
    if (!hasBegun && !(await beginCrawl.executeWithOptions({ summary }, [key]))) return 'nothing to do';
    const stopReason = await readPortions(key);
    if (stopReason === undefined) return 'nothing to do';
    return await finish(key, stopReason);
  } catch (error) {
    if (error instanceof ContinueAsNew) throw error;
    const stopReason = isCancellation(error) ? 'cancelled' : 'internal_error';
    if (stopReason === 'internal_error') log.error('the crawl failed', { error });
    // A cancellation through the API has ended the row already, and finishing changes nothing then.
    await finish(key, stopReason);
    if (stopReason === 'cancelled') throw error;
    throw ApplicationFailure.nonRetryable('The crawl failed.', stopReason);
  }
}

/** Undefined: the crawl has ended otherwise. */
async function readPortions(key: { crawlId: string; orgId: string }): Promise<StopReason | undefined> {
  for (let portion = 1; portion <= PORTIONS_PER_RUN; portion += 1) {
    const step = await crawlPages.executeWithOptions({ summary: `Pages, portion ${portion}` }, [key]);
    if (step.next === 'nothing') return undefined;
    if (step.next === 'end') return step.stopReason;
    if (step.waitMs > 0) setCurrentDetails(step.next === 'round' ? 'Waiting for the next round' : 'Waiting for a host');
    if (step.waitMs > 0) await sleep(step.waitMs);
    if (step.next === 'round') {
      const summary = 'Begin a round: robots.txt and sitemaps';
      if (!(await beginCrawlRound.executeWithOptions({ summary }, [key]))) return undefined;
    }
    setCurrentDetails('Reading pages');
  }
  return continueAsNew<typeof crawl>({ ...key, hasBegun: true });
}

const STATUSES: Record<StopReason, string> = {
  finished: 'completed',
  max_pages: 'completed',
  budget_reached: 'completed',
  cancelled: 'cancelled',
  internal_error: 'failed',
};

/** Ends the crawl once, even while other work is being cancelled. */
async function finish(key: { crawlId: string; orgId: string }, stopReason: StopReason): Promise<string> {
  setCurrentDetails(`Ended: ${stopReason}`);
  await CancellationScope.nonCancellable(() => finishCrawl({ ...key, stopReason }));
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.status, value: STATUSES[stopReason] }]);
  return stopReason;
}
