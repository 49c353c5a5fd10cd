import type { Sql } from '../../database/database.ts';

/** Drops the pending messages of a monitor whose webhook was removed or disabled. Later messages are sent. */
export async function dropPending({ builder }: Sql, monitorId: string, now: Date): Promise<void> {
  await builder
    .updateTable('webhook_outbox')
    .set({ status: 'dropped', ended_at: now })
    .where('monitor_id', '=', monitorId)
    .where('status', '=', 'pending')
    .execute();
}
