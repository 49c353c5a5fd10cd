import type { Sql } from '../../database/database.ts';

/** PostgreSQL channel that announces webhook messages in the outbox. */
export const WEBHOOK_WAITING = 'quarry_webhook_waiting';

/** Wakes the relay once the transaction is committed. */
export async function notifyWebhookRelay(sql: Sql): Promise<void> {
  await sql.query(`select pg_notify('${WEBHOOK_WAITING}', '')`);
}
