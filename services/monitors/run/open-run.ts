import type { Sql } from '../../database/database.ts';

/** Whether a run of the monitor is in progress. */
export async function hasOpenRun({ builder }: Sql, monitorId: string): Promise<boolean> {
  const run = await builder
    .selectFrom('monitor_runs')
    .select('id')
    .where('monitor_id', '=', monitorId)
    .where('completed_at', 'is', null)
    .executeTakeFirst();
  return run !== undefined;
}
