import { ScheduleNotFoundError, type Client, type ScheduleHandle } from '@temporalio/client';
import type { Workflows } from './contracts.ts';
import { catchupWindowMs } from './monitors.ts';
import { HOUSEKEEPING_ID, TASK_QUEUES, WORKFLOWS } from './names.ts';
import { organizationOptions } from './organization-options.ts';

const HOUSEKEEPING_EVERY = '5m';
// Above the maximum duration of a poll.
const POLL_TIMEOUT = '24h';

export interface ScheduledSource {
  sourceId: string;
  orgId: string;
  createdAt: Date;
  /** Whole seconds. */
  periodMs: number;
}

export async function scheduleHousekeeping(client: Client): Promise<void> {
  await client.schedule
    .create({
      scheduleId: HOUSEKEEPING_ID,
      spec: { intervals: [{ every: HOUSEKEEPING_EVERY }] },
      policies: { overlap: 'SKIP', catchupWindow: '10s' },
      action: {
        type: 'startWorkflow',
        workflowType: WORKFLOWS.housekeeping,
        workflowId: HOUSEKEEPING_ID,
        taskQueue: TASK_QUEUES.workflows,
        workflowExecutionTimeout: '10m',
        args: [],
      },
    })
    .catch(unlessScheduled);
}

/** Polls at once and then once a period, counted from the creation. An existing schedule is kept. */
export async function followSource(
  client: Client,
  { sourceId, orgId, createdAt, periodMs }: ScheduledSource,
): Promise<void> {
  const args: Parameters<Workflows['sourcePoll']> = [{ sourceId }];
  // A poll during the server's downtime is caught up while its period lasts.
  const catchupWindow = catchupWindowMs(periodMs);
  await client.schedule
    .create({
      scheduleId: sourceId,
      // Intervals are counted from the epoch: the offset shifts them to the creation.
      spec: { intervals: [{ every: periodMs, offset: (Math.floor(createdAt.getTime() / 1_000) * 1_000) % periodMs }] },
      policies: { overlap: 'SKIP', catchupWindow, pauseOnFailure: false },
      state: { triggerImmediately: true },
      action: {
        type: 'startWorkflow',
        workflowType: WORKFLOWS.sourcePoll,
        workflowId: sourceId,
        taskQueue: TASK_QUEUES.workflows,
        workflowExecutionTimeout: POLL_TIMEOUT,
        ...organizationOptions(orgId),
        args,
      },
    })
    .catch(async (error: Error) => {
      unlessScheduled(error);
      await setCatchupWindow(client.schedule.getHandle(sourceId), catchupWindow);
    });
}

/** Earlier releases created schedules that lost a strike within ten seconds. */
async function setCatchupWindow(handle: ScheduleHandle, catchupWindow: number): Promise<void> {
  if ((await handle.describe()).policies.catchupWindow === catchupWindow) return;
  await handle.update((current) => ({ ...current, policies: { ...current.policies, catchupWindow } }));
}

export async function unfollowSource(client: Client, sourceId: string): Promise<void> {
  await client.schedule
    .getHandle(sourceId)
    .delete()
    .catch((error: unknown) => {
      if (!(error instanceof ScheduleNotFoundError)) throw error;
    });
}

function unlessScheduled(error: Error): void {
  if (error.name !== 'ScheduleAlreadyRunning') throw error;
}
