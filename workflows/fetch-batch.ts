import { ActivityCancellationType, CancellationScope, isCancellation, proxyActivities } from '@temporalio/workflow';
import type { FetchBatchActivities } from '../activities/fetch-batch.ts';
import { TASK_QUEUES } from '../services/durable/names.ts';

// A call ends within 300 s (decisions 6); what is not read by then has no page, which the API reports as a timeout.
const BATCH_WITHIN_MS = 295_000;

// An attempt may wait for its host's turn before its own budget (75 s at most) starts, so only the batch bounds it.
// Only a lost worker is worth a second try: what a page did wrong is already a result.
const { readOne } = proxyActivities<FetchBatchActivities>({
  taskQueue: TASK_QUEUES.fetch,
  startToCloseTimeout: '295s',
  heartbeatTimeout: '10s',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '200ms', maximumAttempts: 3 },
});

export interface FetchBatchInput {
  fetchId: string;
  orgId: string;
  urls: string[];
  budgetMs: number;
}

/** Reads all URLs side by side. The pages are in the database; only the statuses travel. */
export async function fetchBatch({ fetchId, orgId, urls, budgetMs }: FetchBatchInput): Promise<string[]> {
  const batch = new CancellationScope({ cancellable: true, timeout: BATCH_WITHIN_MS });
  try {
    return await batch.run(() =>
      Promise.all(urls.map((url, ordinal) => readOne({ readerId: fetchId, orgId, ordinal, url, budgetMs }))),
    );
  } catch (error) {
    if (!isCancellation(error) || CancellationScope.current().consideredCancelled) throw error;
    return urls.map(() => 'timeout');
  }
}
