import { EventEmitter } from 'node:events';
import type { Pool, PoolClient } from 'pg';

const RECONNECT_AFTER_MS = 500;

/** What PostgreSQL's NOTIFY says, on one connection for all listeners of the process. */
export interface Notifications {
  /** Calls back with each payload of a channel until the returned function is called. */
  listen(channel: string, heard: (payload: string) => void): () => void;
  close(): Promise<void>;
}

/**
 * A notification can be missed while the connection is being made anew: after each reconnect every listener is called
 * with an empty payload, and must look for itself.
 *
 * @param channels  all that will be listened to; names are ours, never a caller's
 */
export async function openNotifications(pool: Pool, channels: readonly string[]): Promise<Notifications> {
  const heard = new EventEmitter({ captureRejections: false });
  heard.setMaxListeners(0);
  let closed = false;
  let client: PoolClient | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const connected = await pool.connect();
    if (closed) return connected.release(true);
    client = connected;
    connected.on('notification', ({ channel, payload }) => heard.emit(channel, payload ?? ''));
    // An error may come for a connection that was given back already.
    connected.on('error', () => client === connected && lost());
    for (const channel of channels) await connected.query(`listen ${channel}`);
  }

  /** Also where there is no connection yet: a database may be away for longer than one try. */
  function lost(): void {
    if (closed) return;
    client?.release(true);
    client = undefined;
    clearTimeout(retry);
    retry = setTimeout(() => void reconnect(), RECONNECT_AFTER_MS);
  }

  async function reconnect(): Promise<void> {
    try {
      await connect();
      for (const channel of channels) heard.emit(channel, '');
    } catch {
      lost();
    }
  }

  await connect();
  return {
    listen(channel, callback) {
      heard.on(channel, callback);
      return () => heard.off(channel, callback);
    },
    close: async () => {
      closed = true;
      clearTimeout(retry);
      client?.release(true);
      client = undefined;
    },
  };
}
