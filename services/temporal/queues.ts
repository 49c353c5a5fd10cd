import type { Client } from '@temporalio/client';
import { unlessAborted } from '../concurrency/unless-aborted.ts';
import { TASK_QUEUES } from './names.ts';

// Temporal's TaskQueueType; we do not depend on the package that exports the enum.
const OF_WORKFLOWS = 1;
const OF_ACTIVITIES = 2;

/** A queue of tasks, as the server sees it. */
export interface QueueState {
  /** A name of `TASK_QUEUES`. */
  name: string;
  /** Workers that have polled it in the last minutes. */
  workers: number;
  /** Tasks that no worker has taken yet, about. */
  waiting: number;
}

/** @throws if the server does not respond before the signal aborts */
export function queueStates(client: Client, signal: AbortSignal): Promise<QueueState[]> {
  return Promise.all(
    Object.entries(TASK_QUEUES).map(async ([name, queue]) => {
      const request = {
        namespace: client.options.namespace,
        taskQueue: { name: queue },
        taskQueueType: queue === TASK_QUEUES.workflows ? OF_WORKFLOWS : OF_ACTIVITIES,
        reportStats: true,
      };
      // oxlint-disable-next-line typescript/no-unsafe-enum-assignment
      const { pollers, stats } = await unlessAborted(client.workflowService.describeTaskQueue(request), signal);
      const identities = new Set(pollers?.map(({ identity }) => identity));
      return { name, workers: identities.size, waiting: Number(stats?.approximateBacklogCount ?? 0) };
    }),
  );
}
