import type { Client } from '@temporalio/client';

type Time = { seconds?: unknown; nanos?: number | null } | null | undefined;

/** One activity of a workflow as its server saw it. */
export interface Step {
  /** Steps of one batch were scheduled together. */
  batch: string;
  scheduledAtMs: number;
  startedAtMs: number;
  completedAtMs: number;
  givenBytes: number;
  resultBytes: number;
}

export interface StepHistory {
  totalMs: number;
  steps: Step[];
}

/** The remote activities of an ended workflow, in the order in which they were scheduled. */
export async function stepsOf(client: Client, workflowId: string): Promise<StepHistory> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const steps = new Map<string, Step>();
  const all = events ?? [];
  for (const {
    eventId,
    eventTime,
    activityTaskScheduledEventAttributes: scheduled,
    activityTaskStartedEventAttributes: started,
    activityTaskCompletedEventAttributes: completed,
  } of all) {
    if (scheduled) {
      const at = milliseconds(eventTime);
      steps.set(String(eventId), {
        batch: String(scheduled.workflowTaskCompletedEventId),
        scheduledAtMs: at,
        startedAtMs: Number.NaN,
        completedAtMs: Number.NaN,
        givenBytes: bytes(scheduled.input),
        resultBytes: 0,
      });
    }
    const begun = started && steps.get(String(started.scheduledEventId));
    if (begun) begun.startedAtMs = milliseconds(eventTime);
    const step = completed && steps.get(String(completed.scheduledEventId));
    if (step) Object.assign(step, { completedAtMs: milliseconds(eventTime), resultBytes: bytes(completed.result) });
  }
  return { totalMs: milliseconds(all.at(-1)?.eventTime) - milliseconds(all[0]?.eventTime), steps: [...steps.values()] };
}

const milliseconds = (time: Time) => Number(time?.seconds) * 1_000 + (time?.nanos ?? 0) / 1_000_000;
const bytes = (payloads: { payloads?: Array<{ data?: Uint8Array | null }> | null } | null | undefined) =>
  (payloads?.payloads ?? []).reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
