import type { NativeConnection, Worker } from '@temporalio/worker';
import { unlessAborted } from '../services/concurrency/unless-aborted.ts';

// Temporal's TaskQueueType; we do not depend on the package that exports the enum.
const OF_WORKFLOWS = 1;
const OF_ACTIVITIES = 2;
const ANSWERS_WITHIN_MS = 3_000;

/** A task queue that a worker of this process polls. */
export interface PolledQueue {
  worker: Worker;
  name: string;
  type: 'workflows' | 'activities';
}

/**
 * Whether the workers of this process receive tasks: they run, and the server has seen each of them poll its queue in
 * the last minutes. A process that has lost its polls otherwise shows no sign of it.
 *
 * @throws the error of the server's client if the server does not respond
 */
export async function isPollingAll(
  connection: NativeConnection,
  namespace: string,
  queues: readonly PolledQueue[],
): Promise<boolean> {
  // The client itself retries an unavailable server for longer.
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
  const polling = queues.map(async ({ worker, name, type }) => {
    if (worker.getState() !== 'RUNNING') return false;
    const taskQueueType = type === 'workflows' ? OF_WORKFLOWS : OF_ACTIVITIES;
    const request = { namespace, taskQueue: { name }, taskQueueType };
    // oxlint-disable-next-line typescript/no-unsafe-enum-assignment
    const { pollers } = await unlessAborted(connection.workflowService.describeTaskQueue(request), signal);
    return pollers.some(({ identity }) => identity === worker.options.identity);
  });
  return (await Promise.all(polling)).every(Boolean);
}
