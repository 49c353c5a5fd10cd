import { ActivityCancellationType, CancellationScope, isCancellation, proxyActivities } from '@temporalio/workflow';
import type { FetchBatchActivities } from '../activities/fetch-batch.ts';
import type { FetchBatchInput } from '../services/temporal/contracts.ts';
import { TASK_QUEUES } from '../services/temporal/names.ts';
import { FETCH_LIMITS } from '../services/temporal/time-limits.ts';

// An attempt may wait for its host's slot before its own budget starts, so only the batch limits it.
// A page's own failure is a result. Retries are for a lost worker, or for PostgreSQL's downtime: over four minutes
// (activities/limited-faults.ts), within the batch, so that a longer downtime fails the batch.
const { readOne } = proxyActivities<FetchBatchActivities>({
  taskQueue: TASK_QUEUES.fetch,
  startToCloseTimeout: FETCH_LIMITS.batch,
  heartbeatTimeout: '10s',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '200ms', maximumInterval: '10s', maximumAttempts: 30 },
});

// More would only wait in the worker for their host's slot (per-host.ts), and occupy slots that others need.
const READS_PER_HOST = 6;

/** Reads all URLs concurrently. The pages are in the database; only the statuses travel. */
export async function fetchBatch({ fetchId, orgId, urls, ...options }: FetchBatchInput): Promise<string[]> {
  const batch = new CancellationScope({ cancellable: true, timeout: FETCH_LIMITS.batch });
  try {
    return await batch.run(() =>
      readAll(urls, (url, ordinal) => readOne({ readerId: fetchId, orgId, ordinal, url, ...options })),
    );
  } catch (error) {
    if (!isCancellation(error) || CancellationScope.current().consideredCancelled) throw error;
    return urls.map(() => 'timeout');
  }
}

/** The statuses in the order of the URLs; limits how many of one host run at once. */
async function readAll(
  urls: readonly string[],
  read: (url: string, ordinal: number) => Promise<string>,
): Promise<string[]> {
  const statuses: string[] = [];
  const hosts = Map.groupBy(urls.entries(), ([, url]) => hostOf(url));
  const readers = Array.from(hosts.values(), (ofHost) => {
    const rest = ofHost.values();
    return Array.from({ length: READS_PER_HOST }, async () => {
      for (const [ordinal, url] of rest) statuses[ordinal] = await read(url, ordinal);
    });
  });
  await Promise.all(readers.flat());
  return statuses;
}

// Only for grouping: the reader rejects an invalid URL.
function hostOf(url: string): string {
  return /^[a-z]+:\/*([^/?#]*)/i.exec(url.trim())?.[1]?.toLowerCase() ?? '';
}
