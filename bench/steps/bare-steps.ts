import { proxyActivities } from '@temporalio/workflow';

export interface BareStep {
  /** Of which as many bytes travel there… */
  given: string;
  /** …and as many come back. */
  result: string;
}

interface BareActivities {
  bareStep(step: BareStep): Promise<string>;
}

/** Activities that do nothing, as many at once as each batch holds. */
export async function bareSteps(taskQueue: string, batches: readonly BareStep[][]): Promise<void> {
  const { bareStep } = proxyActivities<BareActivities>({ taskQueue, startToCloseTimeout: '2m', heartbeatTimeout: '10s' });
  for (const batch of batches) await Promise.all(batch.map((step) => bareStep(step)));
}
