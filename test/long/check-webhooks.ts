import assert from 'node:assert/strict';
import type { Answered } from '../support/quarry.ts';
import type { ReceivedMessage } from './flaky-receiver.ts';

type Body = Answered['body'];

export interface WebhooksOfMonitor {
  id: string;
  /** Empty: all; null: there is no webhook. */
  events: string[] | null;
  /** Whether its webhook was removed or disabled now and then: what had not arrived was dropped with it. */
  isDropping: boolean;
  /** Its runs and its deliveries, as the API lists them. */
  runs: Body[];
  deliveries: Body[];
  /** What the receiver has of it. */
  messages: ReceivedMessage[];
}

/** Holds what a receiver got against what the API says: nothing is missing, nothing is sent that was not asked for, and all of it is true. */
export function checkWebhooks({ id, events, isDropping, runs, deliveries, messages }: WebhooksOfMonitor): void {
  const wanted = runs.filter(
    (run) =>
      eventOf(run) !== undefined && events !== null && (events.length === 0 || events.includes(eventOf(run) ?? '')),
  );
  for (const { event } of messages) {
    const run = wanted.find((one) => one.run_id === event.data.run_id);
    assert.ok(run, `${id}: a message about run ${event.data.run_id}, which none was asked for`);
    const { monitor_name: _, ...told } = event.data;
    assert.deepEqual({ type: event.type, ...told }, { type: eventOf(run), ...run });
  }
  const taken = messages.filter((message) => message.taken > 0).map((message) => message.event.data.run_id as string);
  assert.deepEqual(taken, [...new Set(taken)], `${id}: a run has two messages`);
  const arrived = deliveries.filter(({ status }) => status === 'delivered').map((one) => one.run_id as string);
  for (const runId of arrived)
    assert.ok(
      taken.includes(runId),
      `${id}: the service marks the message of run ${runId} as delivered, and its receiver has none`,
    );
  if (isDropping) return;
  const wantedIds = wanted.map((run) => run.run_id as string).toSorted();
  assert.deepEqual(taken.toSorted(), wantedIds, `${id}: a webhook is missing`);
  assert.deepEqual(arrived.toSorted(), wantedIds, `${id}: a webhook arrived, and is not said to have`);
}

/** Undefined: there is none. */
function eventOf({ status }: Body): string | undefined {
  if (status === 'skipped') return undefined;
  return status === 'failed' ? 'run.failed' : 'run.completed';
}
