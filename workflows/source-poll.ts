import {
  ActivityCancellationType,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow';
import type { SourcePollActivities } from '../activities/source-poll.ts';
import type { SourcePollInput } from '../services/temporal/contracts.ts';
import { TASK_QUEUES } from '../services/temporal/names.ts';

// An index may name 200 sitemaps, each with a limit of a minute. A batch of pages starts none after a minute and may
// wait for the host's slot. A site's failure is a result: retries are for a lost worker or database.
const { listPages, readPages } = proxyActivities<SourcePollActivities>({
  taskQueue: TASK_QUEUES.sources,
  startToCloseTimeout: '4h',
  heartbeatTimeout: '10s',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '1s', maximumInterval: '1m', maximumAttempts: 10 },
});

// Some 1,200 history events.
const PORTIONS_PER_RUN = 200;

/** One poll of a feed or sitemap: updates the index with new, changed and removed pages. */
export async function sourcePoll({ sourceId, since }: SourcePollInput): Promise<string> {
  const began = since ?? workflowInfo().startTime.toISOString();
  if (since === undefined) {
    const listed = await listPages.executeWithOptions({ summary: 'Read the feed or sitemap' }, [
      { sourceId, since: began },
    ]);
    if (!listed) return 'nothing to do';
    if (listed.due === 0) return 'nothing is due';
  }
  for (let portion = 1; portion <= PORTIONS_PER_RUN; portion += 1) {
    const { due } = await readPages.executeWithOptions({ summary: `Pages, portion ${portion}` }, [
      { sourceId, since: began },
    ]);
    setCurrentDetails(`${due} pages are left`);
    if (due === 0) return 'done';
  }
  return continueAsNew<typeof sourcePoll>({ sourceId, since: began });
}
