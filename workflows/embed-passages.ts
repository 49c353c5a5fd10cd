import { ActivityCancellationType, continueAsNew, proxyActivities } from '@temporalio/workflow';
import type { EmbedPassagesActivities } from '../activities/embed-passages.ts';
import { TASK_QUEUES } from '../services/temporal/names.ts';

// Retried while the server is unavailable. A batch is some calls to it, of up to a minute each.
const { vectorSpace, embedNext, finishEmbedding } = proxyActivities<EmbedPassagesActivities>({
  taskQueue: TASK_QUEUES.embeddings,
  startToCloseTimeout: '30m',
  heartbeatTimeout: '10s',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '1s', maximumInterval: '1m' },
});

// Some 3,000 history events.
const BATCHES_PER_RUN = 500;

/** Gives every passage of the index its vector. Ends when a pass over all documents finds none without. */
export async function embedPassages(): Promise<string> {
  const space = await vectorSpace();
  let afterId = '';
  for (let batch = 1; batch <= BATCHES_PER_RUN; batch += 1) {
    const embedded = await embedNext.executeWithOptions({ summary: `Documents, batch ${batch}` }, [{ space, afterId }]);
    // The server's model was replaced under the same name: embedding restarts in the new vector space.
    if (embedded.status === 'other space') break;
    if (embedded.lastId === undefined && afterId === '') {
      await finishEmbedding({ space });
      return space;
    }
    // A second pass from the beginning: earlier documents may have changed meanwhile.
    afterId = embedded.lastId ?? '';
  }
  return continueAsNew<typeof embedPassages>();
}
