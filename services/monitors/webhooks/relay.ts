import { EventEmitter, once } from 'node:events';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import type { Notifications } from '../../database/notifications.ts';
import type { Durable } from '../../durable/durable.ts';
import { WEBHOOK_WAITING } from './waiting.ts';

// A notification that was missed costs this much.
const EVERY_MS = 5_000;
// A delivery that is overdue for so long has perhaps lost its workflow, with the server that held it.
const OVERDUE_MS = 300_000;
const ROWS_AT_ONCE = 50;

export interface RelayDeps {
  database: Database;
  clock: Clock;
  durable: Pick<Durable, 'startWebhookDelivery'>;
  notifications: Notifications;
  onError(error: unknown): void;
}

/**
 * Starts a workflow for each webhook that ended runs have left to be sent. Several may run side by side: a message has one
 * workflow, whoever starts it.
 */
export function startWebhookRelay(deps: RelayDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = relay(deps, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function relay(deps: RelayDeps, signal: AbortSignal): Promise<void> {
  const news = new EventEmitter();
  let isNews = false;
  const unlisten = deps.notifications.listen(WEBHOOK_WAITING, () => {
    isNews = true;
    news.emit('news');
  });
  while (!signal.aborted) {
    isNews = false;
    await relayAll(deps, signal).catch(deps.onError);
    // What is heard during a pass may have come too late for it.
    if (!isNews) await once(news, 'news', { signal: AbortSignal.any([signal, AbortSignal.timeout(EVERY_MS)]) }).catch(() => undefined);
  }
  unlisten();
}

interface WaitingRow {
  id: string;
  org_id: string;
}

/** One pass over all that waits. */
export async function relayAll({ database, clock, durable }: Pick<RelayDeps, 'database' | 'clock' | 'durable'>, signal: AbortSignal): Promise<void> {
  const overdueBefore = new Date(clock.now().getTime() - OVERDUE_MS);
  for (let last = ''; !signal.aborted; ) {
    const rows = await database.query<WaitingRow & Record<string, unknown>>(
      `select o.id, m.org_id from webhook_outbox o join monitors m on m.id = o.monitor_id
       where o.status = 'pending' and o.id > $2 and (o.relayed_at is null or greatest(o.relayed_at, o.due_at) < $1) order by o.id limit ${ROWS_AT_ONCE}`,
      [overdueBefore, last],
    );
    if (rows.length === 0) return;
    await Promise.all(rows.map(({ id, org_id }) => durable.startWebhookDelivery({ messageId: id, orgId: org_id })));
    await database.query('update webhook_outbox set relayed_at = $2 where id = any($1)', [rows.map(({ id }) => id), clock.now()]);
    last = rows.at(-1)?.id ?? '';
  }
}
