import type { Sql } from '../../database/database.ts';

/** Sends nothing of what still waits for a monitor's webhook: it was removed or disabled. What comes later is sent again. */
export async function dropPending(sql: Sql, monitorId: string, now: Date): Promise<void> {
  await sql.query(
    `update webhook_outbox set status = 'dropped', ended_at = $2 where monitor_id = $1 and status = 'pending'`,
    [monitorId, now],
  );
}
