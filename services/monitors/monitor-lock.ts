import type { Sql } from '../database/database.ts';

/**
 * Until the transaction ends, nobody else changes the monitor, begins or ends a run of it. Ids of its runs and records are
 * allocated under it, so that they become visible in order.
 */
export async function lockMonitor(sql: Sql, monitorId: string): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`monitor ${monitorId}`]);
}
