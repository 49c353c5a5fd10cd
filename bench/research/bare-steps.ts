import { proxyActivities } from '@temporalio/workflow';

export interface BareStep {
  /** Of which as many bytes travel there… */
  given: string;
  /** …and as many come back. */
  result: string;
}

export interface BareActivities {
  /** Does nothing. */
  bareStep(step: BareStep): Promise<string>;
  /** Keeps its result by one INSERT. */
  keptStep(step: BareStep): Promise<string>;
}

/** The same activity over and over, as many at once as each batch holds. */
export async function bareSteps(
  taskQueue: string,
  step: keyof BareActivities,
  batches: readonly BareStep[][],
): Promise<void> {
  const { [step]: doStep } = proxyActivities<BareActivities>({
    taskQueue,
    startToCloseTimeout: '2m',
    heartbeatTimeout: '10s',
  });
  for (const batch of batches) await Promise.all(batch.map((one) => doStep(one)));
}
