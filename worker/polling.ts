import type { NativeConnection, Worker } from '@temporalio/worker';
import { unlessAborted } from '../services/concurrency/unless-aborted.ts';

// Temporal's TaskQueueType; the package that holds the enum is not ours to import.
const OF_WORKFLOWS = 1;
const OF_ACTIVITIES = 2;
const ANSWERS_WITHIN_MS = 3_000;

/** A task queue that a worker of this process takes from. */
export interface PolledQueue {
  worker: Worker;
  name: string;
  type: 'workflows' | 'activities';
}

/**
 * Whether the workers of this process take tasks: they run, and the server has heard of each of them at its queue in the
 * last minutes. A process whose polls are lost runs on as if nothing were the matter.
 *
 * @throws what the server's client does where the server does not answer
 */
export async function pollsAll(
  connection: NativeConnection,
  namespace: string,
  queues: readonly PolledQueue[],
): Promise<boolean> {
  // The client itself tries a server that is away for longer.
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
  const polling = queues.map(async ({ worker, name, type }) => {
    if (worker.getState() !== 'RUNNING') return false;
    const taskQueueType = type === 'workflows' ? OF_WORKFLOWS : OF_ACTIVITIES;
    const asked = { namespace, taskQueue: { name }, taskQueueType };
    // oxlint-disable-next-line typescript/no-unsafe-enum-assignment
    const { pollers } = await unlessAborted(connection.workflowService.describeTaskQueue(asked), signal);
    return pollers.some(({ identity }) => identity === worker.options.identity);
  });
  return (await Promise.all(polling)).every(Boolean);
}
