import type { ColumnsOf } from '../../../entities/row-types.ts';
import { startPeriodic, type Periodic } from '../../concurrency/periodic.ts';
import type { Clock } from '../../core/clock.ts';
import { anyOf } from '../../database/builder.ts';
import type { Database } from '../../database/database.ts';
import type { Notifications } from '../../database/notifications.ts';
import { subscribe } from '../../database/subscription.ts';
import type { WorkflowClient } from '../../temporal/workflow-client.ts';
import { WEBHOOK_WAITING } from './waiting.ts';

const POLL_MS = 5_000;
// A delivery that is overdue by this time may have lost its workflow together with the server.
const OVERDUE_MS = 300_000;
const ROWS_AT_ONCE = 50;

export interface OutboxRelayDeps {
  database: Database;
  clock: Clock;
  workflows: Pick<WorkflowClient, 'startWebhookDelivery'>;
  notifications: Notifications;
  onError(error: unknown): void;
}

/**
 * Starts a workflow for each webhook message in the outbox. Several relays may run side by side: a message has one
 * workflow, regardless of the process that starts it.
 */
export function startWebhookRelay(deps: OutboxRelayDeps): Periodic {
  const { notifications, onError } = deps;
  return startPeriodic({
    due: (signal) => subscribe(notifications, { channels: [WEBHOOK_WAITING], pollMs: POLL_MS, signal }),
    onError,
    pass: (signal) => relayAll(deps, signal),
  });
}

interface WaitingMessage extends ColumnsOf<'webhook_outbox', 'id'>, ColumnsOf<'monitors', 'org_id'> {}

/**
 * One pass over all waiting messages. Messages that could not be started wait for the next pass.
 *
 * @throws the first failure to start a workflow, after the others have settled
 */
export async function relayAll(
  deps: Pick<OutboxRelayDeps, 'database' | 'clock' | 'workflows'>,
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (let last = ''; !signal.aborted;) {
    const rows = await waitingAfter(deps, last);
    const results = await Promise.allSettled(
      rows.map(({ id, org_id }) => deps.workflows.startWebhookDelivery({ messageId: id, orgId: org_id })),
    );
    const started = rows.filter((_row, index) => results[index]?.status === 'fulfilled').map(({ id }) => id);
    await deps.database.builder
      .updateTable('webhook_outbox')
      .set({ relayed_at: deps.clock.now() })
      .where('id', '=', anyOf(started))
      .execute();
    failures.push(...results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])));
    // If no workflow can be started, the server is unavailable: no single message is at fault.
    if (started.length === 0) break;
    last = rows.at(-1)?.id ?? '';
  }
  if (failures.length > 0) throw failures[0];
}

function waitingAfter(
  { database, clock }: Pick<OutboxRelayDeps, 'database' | 'clock'>,
  last: string,
): Promise<WaitingMessage[]> {
  const overdueBefore = new Date(clock.now().getTime() - OVERDUE_MS);
  return database.builder
    .selectFrom('webhook_outbox as message')
    .innerJoin('monitors as monitor', 'monitor.id', 'message.monitor_id')
    .select(['message.id', 'monitor.org_id'])
    .where('message.status', '=', 'pending')
    .where('message.id', '>', last)
    .where((message) =>
      message.or([
        message('message.relayed_at', 'is', null),
        message(message.fn<Date>('greatest', ['message.relayed_at', 'message.due_at']), '<', overdueBefore),
      ]),
    )
    .orderBy('message.id')
    .limit(ROWS_AT_ONCE)
    .execute();
}
