import type { Sql } from '../database/database.ts';

const ROWS_AT_ONCE = 1_000;

// The end of an open run releases its hold, so its row and the monitor's row stay until then.
const LEFT_BEHIND = [
  'delete from monitor_records where record_id in (select record_id from monitor_records where monitor_id = $1 limit $2) returning 1',
  'delete from monitor_memory where ctid = any(array(select ctid from monitor_memory where monitor_id = $1 limit $2)) returning 1',
  'delete from monitor_snapshots where ctid = any(array(select ctid from monitor_snapshots where monitor_id = $1 limit $2)) returning 1',
  `delete from monitor_suppressed where ctid = any(array(select s.ctid from monitor_suppressed s join monitor_runs r on r.id = s.run where r.monitor_id = $1 limit $2)) returning 1`,
  `delete from monitor_run_requests where ctid = any(array(
     select q.ctid from monitor_run_requests q join monitor_runs r on r.id = q.run where r.monitor_id = $1 and r.completed_at is not null limit $2)) returning 1`,
  `delete from monitor_runs where ctid = any(array(select ctid from monitor_runs r where monitor_id = $1 and completed_at is not null
     and not exists (select 1 from monitor_run_requests where run = r.id) limit $2)) returning 1`,
];

/** Deletes all rows of a deleted monitor, in batches. Safe to repeat. */
export async function forgetMonitor(sql: Sql, monitorId: string, signal: AbortSignal): Promise<void> {
  for (const statement of LEFT_BEHIND) {
    while ((await sql.query(statement, [monitorId, ROWS_AT_ONCE])).length === ROWS_AT_ONCE) if (signal.aborted) return;
  }
  const { builder } = sql;
  const open = await builder.selectFrom('monitor_runs').select('id').where('monitor_id', '=', monitorId).execute();
  if (open.length > 0) return;
  for (const table of ['webhook_attempts', 'webhook_outbox', 'monitor_requests'] as const)
    await builder.deleteFrom(table).where('monitor_id', '=', monitorId).execute();
  await builder.deleteFrom('monitors').where('id', '=', monitorId).where('status', '=', 'deleted').execute();
}
