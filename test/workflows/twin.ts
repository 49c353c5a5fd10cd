import { proxyActivities } from '@temporalio/workflow';
import { TASK_QUEUES } from '../../services/temporal/names.ts';

const { plan } = proxyActivities<{ plan(run: { runId: string }): Promise<unknown> }>({
  taskQueue: TASK_QUEUES.agent,
  startToCloseTimeout: '2m',
});

/** A run that plans before it has begun: what recorded histories must notice. */
export async function agentRun({ runId }: { runId: string }): Promise<string> {
  await plan({ runId });
  return 'finished';
}
