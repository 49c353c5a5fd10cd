import {
  ScheduleNotFoundError,
  type Client,
  type ScheduleDescription,
  type ScheduleOptionsAction,
} from '@temporalio/client';
import type { MonitorRunInput, Workflows } from './contracts.ts';
import { missedWorkflowIdOf, TASK_QUEUES, wantedWorkflowIdOf, WORKFLOWS } from './names.ts';
import { organizationOptions } from './organization-options.ts';

// Above the maximum duration of a run: a cadence of 366 days.
const RUN_TIMEOUT = '367d';

export interface MonitorSchedule {
  monitorId: string;
  orgId: string;
  /** The moment from which periods are counted, a whole second. */
  anchorAt: Date;
  /** Whole seconds. */
  periodMs: number;
  jitterMs: number;
  isPaused: boolean;
  /**
   * Whether the server has this definition already: a missing schedule is created, and an existing one is unchanged. An
   * update of a schedule makes the server drop a strike whose jitter has not passed.
   */
  isRecorded: boolean;
}

/** The run of a period whose strike was lost. */
export interface MissedRun {
  monitorId: string;
  orgId: string;
  periodAt: Date;
}

export interface WantedRun {
  monitorId: string;
  orgId: string;
  wantedAt: Date;
}

/** Creates the schedule, or updates an existing one. */
export async function putMonitorSchedule(client: Client, schedule: MonitorSchedule): Promise<void> {
  const { monitorId, orgId, anchorAt, periodMs, jitterMs, isPaused, isRecorded } = schedule;
  const options = {
    // Intervals are counted from the epoch: the offset shifts them to the anchor.
    spec: { intervals: [{ every: periodMs, offset: anchorAt.getTime() % periodMs }], jitter: jitterMs },
    // Every strike starts a workflow, which itself prevents overlap, so that a skipped run is reported.
    // A strike during the server's downtime is caught up while its period lasts, however long a restart takes.
    policies: { overlap: 'ALLOW_ALL' as const, catchupWindow: catchupWindowMs(periodMs), pauseOnFailure: false },
    action: actionOf(monitorId, orgId),
  };
  try {
    await client.schedule.create({ scheduleId: monitorId, ...options, state: { paused: isPaused } });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ScheduleAlreadyRunning') throw error;
    const handle = client.schedule.getHandle(monitorId);
    if (isRecorded && isUnchanged(await handle.describe(), schedule)) return;
    await handle.update((current) => ({ ...current, ...options, state: { paused: isPaused } }));
  }
}

/** Whether a schedule has all the fields that a change of a monitor, or of this code, affects. */
function isUnchanged(
  { state, spec, policies }: ScheduleDescription,
  { anchorAt, periodMs, isPaused }: MonitorSchedule,
): boolean {
  const [interval] = spec.intervals ?? [];
  if (policies.catchupWindow !== catchupWindowMs(periodMs)) return false;
  return (
    state.paused === isPaused &&
    interval?.every === periodMs &&
    (interval.offset ?? 0) === anchorAt.getTime() % periodMs
  );
}

// The minimum that a server accepts.
const LEAST_CATCHUP_MS = 10_000;

/** How late a strike may be caught up: until the next one. */
export function catchupWindowMs(periodMs: number): number {
  return Math.max(periodMs, LEAST_CATCHUP_MS);
}

function actionOf(monitorId: string, orgId: string) {
  const args: Parameters<Workflows['monitorRun']> = [{ monitorId }];
  return {
    type: 'startWorkflow',
    workflowType: WORKFLOWS.monitorRun,
    workflowId: monitorId,
    taskQueue: TASK_QUEUES.workflows,
    workflowExecutionTimeout: RUN_TIMEOUT,
    ...organizationOptions(orgId),
    args,
  } satisfies ScheduleOptionsAction;
}

export async function dropMonitorSchedule(client: Client, monitorId: string): Promise<void> {
  await client.schedule
    .getHandle(monitorId)
    .delete()
    .catch((error: unknown) => {
      if (!(error instanceof ScheduleNotFoundError)) throw error;
    });
}

export async function startMonitorRun(client: Client, { monitorId, orgId, wantedAt }: WantedRun): Promise<void> {
  await startRun(client, orgId, {
    workflowId: wantedWorkflowIdOf(monitorId, wantedAt),
    input: { monitorId, wantedAt: wantedAt.toISOString() },
  });
}

/** The workflow takes the period in which it starts. */
export async function startMissedRun(client: Client, { monitorId, orgId, periodAt }: MissedRun): Promise<void> {
  await startRun(client, orgId, { workflowId: missedWorkflowIdOf(monitorId, periodAt), input: { monitorId } });
}

async function startRun(
  client: Client,
  orgId: string,
  { workflowId, input }: { workflowId: string; input: MonitorRunInput },
): Promise<void> {
  await client.workflow.start<Workflows['monitorRun']>(WORKFLOWS.monitorRun, {
    args: [input],
    workflowId,
    taskQueue: TASK_QUEUES.workflows,
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowExecutionTimeout: RUN_TIMEOUT,
    requestEagerStart: true,
    ...organizationOptions(orgId),
    staticSummary: 'Run of a monitor',
  });
}
