import { EventEmitter, once } from 'node:events';
import pg from 'pg';
import type { Database } from '../../database/database.ts';
import { OUTBOX_CHANNEL } from './outbox.ts';

/** One connection of its own, because a session lock and LISTEN end with the connection that made them. */
export interface OutboxListener {
  /** Takes the lock of the one index writer; false while another session has it. */
  tryLock(): Promise<boolean>;
  /** Waits for news of the outbox; false when there were none for `withinMs`, the signal fired or the connection went. */
  woken(withinMs: number, signal: AbortSignal): Promise<boolean>;
  /** Whether the connection, and with it the lock, is gone. */
  lost(): boolean;
  close(): Promise<void>;
}

export async function openOutboxListener(database: Database): Promise<OutboxListener> {
  const client = new pg.Client(database.pool.options);
  const events = new EventEmitter();
  let news = false;
  let lost = false;
  const lose = () => {
    lost = true;
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
      if (!news && !lost) await change(events, AbortSignal.any([signal, AbortSignal.timeout(withinMs)]));
      const woken = news;
      news = false;
      return woken;
    },
    lost: () => lost,
    close: () => client.end(),
  };
}

/** Ends with the next event or the signal, whichever is first. */
async function change(events: EventEmitter, signal: AbortSignal): Promise<void> {
  try {
    await once(events, 'change', { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
