import type { ColumnsOf } from '../../../entities/row-types.ts';
import { startPeriodic } from '../../concurrency/periodic.ts';
import type { Sql } from '../../database/database.ts';
import type { Notifications } from '../../database/notifications.ts';
import type { Subscription } from '../../database/subscription.ts';

/** PostgreSQL's channel for monitors that have delivered something, or are deleted; the payload is the monitor's id. */
export const RECORD_NEWS = 'quarry_monitor_records';

// A connection pooler or a reconnect can lose notifications.
const POLL_MS = 5_000;

/** Notifies the monitor's subscribers once the transaction is committed. */
export async function notifyRecordNews(sql: Sql, monitorId: string): Promise<void> {
  await sql.query('select pg_notify($1, $2)', [RECORD_NEWS, monitorId]);
}

/**
 * Notifications of monitors for all subscribers of a process, over one connection and with one query every five
 * seconds.
 */
export interface RecordNews {
  watch(monitorId: string, signal: AbortSignal): Subscription;
  close(): void;
}

interface WatchedMonitor {
  wakes: Set<() => void>;
  /** State at the last poll. */
  seen: string | undefined;
}

export function createRecordNews(sql: Sql, notifications: Notifications): RecordNews {
  const followed = new Map<string, WatchedMonitor>();
  const wake = (monitorId: string) => followed.get(monitorId)?.wakes.forEach((one) => one());
  const stopListening = notifications.listen(RECORD_NEWS, (monitorId) => {
    if (monitorId !== '') wake(monitorId);
    else for (const id of followed.keys()) wake(id);
  });

  async function poll(): Promise<void> {
    if (followed.size === 0) return;
    const states = await stateOf(sql, [...followed.keys()]);
    for (const { id, state } of states) {
      const known = followed.get(id);
      if (!known || known.seen === state) continue;
      known.seen = state;
      wake(id);
    }
  }

  // The next poll recovers from a failed one.
  const polling = startPeriodic({ due: POLL_MS, pass: poll, onError: () => undefined });

  return {
    watch(monitorId, signal) {
      const of = followed.get(monitorId) ?? { wakes: new Set(), seen: undefined };
      followed.set(monitorId, of);
      let resolve = () => {};
      const woken = () => resolve();
      of.wakes.add(woken);
      signal.addEventListener('abort', woken);
      return {
        next: () => new Promise<void>((resolved) => (resolve = resolved)),
        close: () => {
          signal.removeEventListener('abort', woken);
          of.wakes.delete(woken);
          if (of.wakes.size === 0 && followed.get(monitorId) === of) followed.delete(monitorId);
        },
      };
    },
    close: () => {
      void polling.stop();
      stopListening();
    },
  };
}

/** A value that changes with every new record and every change of status. */
function stateOf(
  sql: Sql,
  monitorIds: readonly string[],
): Promise<Array<ColumnsOf<'monitors', 'id'> & { state: string }>> {
  return sql.query(
    `select given.id, concat((select max(record_id) from monitor_records where monitor_id = given.id), ' ', m.status) as state
       from unnest($1::text[]) as given(id) left join monitors m on m.id = given.id`,
    [monitorIds],
  );
}
