import { EventEmitter, once } from 'node:events';
import pg from 'pg';
import type { Database } from '../../database/database.ts';
import { OUTBOX_CHANNEL } from './outbox.ts';

/** A dedicated connection: a session lock and LISTEN end with their connection. */
export interface OutboxListener {
  /** Acquires the lock of the index writer. False while another session holds it. */
  tryLock(): Promise<boolean>;
  /**
   * Waits for new entries. False after `withinMs` without one, when the signal fires, or when the connection is lost.
   */
  woken(withinMs: number, signal: AbortSignal): Promise<boolean>;
  /** Aborts when the connection, and with it the lock, is lost. */
  lost: AbortSignal;
  close(): Promise<void>;
}

export async function openOutboxListener(database: Database): Promise<OutboxListener> {
  const client = new pg.Client(database.pool.options);
  const events = new EventEmitter();
  let news = false;
  const losing = new AbortController();
  const lose = () => {
    losing.abort(new Error('the connection with the lock of the index writer was lost'));
    events.emit('change');
  };
  client.on('error', lose);
  client.on('end', lose);
  client.on('notification', () => {
    news = true;
    events.emit('change');
  });
  await client.connect();
  await client.query(`listen ${OUTBOX_CHANNEL}`);

  return {
    tryLock: async () => {
      const { rows } = await client.query<{ locked: boolean }>(
        "select pg_try_advisory_lock(hashtextextended('writer of the index', 0)) as locked",
      );
      return rows[0]?.locked ?? false;
    },
    woken: async (withinMs, signal) => {
      if (!news && !losing.signal.aborted)
        await change(events, AbortSignal.any([signal, AbortSignal.timeout(withinMs)]));
      const woken = news;
      news = false;
      return woken;
    },
    lost: losing.signal,
    close: () => client.end(),
  };
}

/** Resolves at the next event or when the signal fires. */
async function change(events: EventEmitter, signal: AbortSignal): Promise<void> {
  try {
    await once(events, 'change', { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
