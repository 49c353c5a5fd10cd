import type { Sql } from '../../database/database.ts';

/** PostgreSQL's channel for webhooks that wait to be sent. */
export const WEBHOOK_WAITING = 'quarry_webhook_waiting';

/** Wakes the relay once the transaction is committed. */
export async function tellWebhookWaiting(sql: Sql): Promise<void> {
  await sql.query(`select pg_notify('${WEBHOOK_WAITING}', '')`);
}
