import { EventEmitter } from 'node:events';
import type { Pool, PoolClient } from 'pg';

const RECONNECT_AFTER_MS = 500;

/** Notifications of PostgreSQL, over one connection for all listeners of the process. */
export interface Notifications {
  /** Calls `onPayload` with each payload of a channel, until the returned function is called. */
  listen(channel: string, onPayload: (payload: string) => void): () => void;
  close(): Promise<void>;
}

/**
 * Reconnecting can lose notifications. After each reconnect every listener receives an empty payload and must check its
 * state itself.
 *
 * @param channels all channels that listeners use; constants of the service, never input of a client
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
    // A released connection can still report an error.
    connected.on('error', () => client === connected && lost());
    for (const channel of channels) await connected.query(`listen ${channel}`);
  }

  /** Called without a connection too: a database may be unavailable for longer than one attempt. */
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
    listen(channel, onPayload) {
      heard.on(channel, onPayload);
      return () => heard.off(channel, onPayload);
    },
    close: async () => {
      closed = true;
      clearTimeout(retry);
      client?.release(true);
      client = undefined;
    },
  };
}
