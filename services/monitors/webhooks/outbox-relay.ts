import { startPeriodic, type Periodic } from '../../concurrency/periodic.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import type { Notifications } from '../../database/notifications.ts';
import { subscribe } from '../../database/subscription.ts';
import type { WorkflowClient } from '../../temporal/workflow-client.ts';
import { WEBHOOK_WAITING } from './waiting.ts';

const POLL_MS = 5_000;
// A delivery that is overdue for so long has perhaps lost its workflow, with the server that held it.
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
 * Starts a workflow for each webhook that ended runs have left to be sent. Several may run side by side: a message has one
 * workflow, from any process.
 */
export function startWebhookRelay(deps: OutboxRelayDeps): Periodic {
  const { notifications, onError } = deps;
  return startPeriodic({
    due: (signal) => subscribe(notifications, { channels: [WEBHOOK_WAITING], pollMs: POLL_MS, signal }),
    onError,
    pass: (signal) => relayAll(deps, signal),
  });
}

interface WaitingRow {
  id: string;
  org_id: string;
}

/**
 * One pass over all that waits. What could not be started waits for the next pass.
 *
 * @throws what the first start that failed threw, once the others are done
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
    await deps.database.query('update webhook_outbox set relayed_at = $2 where id = any($1)', [
      started,
      deps.clock.now(),
    ]);
    failures.push(...results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])));
    // Where none can be started it is the server that is away, not a message that is at fault.
    if (started.length === 0) break;
    last = rows.at(-1)?.id ?? '';
  }
  if (failures.length > 0) throw failures[0];
}

function waitingAfter(
  { database, clock }: Pick<OutboxRelayDeps, 'database' | 'clock'>,
  last: string,
): Promise<WaitingRow[]> {
  const overdueBefore = new Date(clock.now().getTime() - OVERDUE_MS);
  return database.query<WaitingRow & Record<string, unknown>>(
    `select o.id, m.org_id from webhook_outbox o join monitors m on m.id = o.monitor_id
     where o.status = 'pending' and o.id > $2 and (o.relayed_at is null or greatest(o.relayed_at, o.due_at) < $1) order by o.id limit ${ROWS_AT_ONCE}`,
    [overdueBefore, last],
  );
}
