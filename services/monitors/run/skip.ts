import type { Sql } from '../../database/database.ts';
import { into } from '../../database/into.ts';

export interface Skipped {
  run: string;
  monitorId: string;
  orgId: string;
  workflowId: string;
  periodAt: Date;
  now: Date;
  /** In prose, for the caller. */
  reason: string;
}

const SKIPPED_RUN = into(
  'monitor_runs',
  'id',
  'monitor_id',
  'org_id',
  'workflow_id',
  'run_id',
  'status',
  'status_reason',
  'period_at',
  'started_at',
  'completed_at',
  'requests_total',
);

/**
 * Stores a run that did not execute as a row, so that its caller can see that it was skipped. Requires the monitor's
 * lock.
 */
export async function insertSkipped(
  sql: Sql,
  { run, monitorId, orgId, workflowId, periodAt, now, reason }: Skipped,
): Promise<undefined> {
  await sql.query(
    `insert into ${SKIPPED_RUN}
     values ($1, $2, $3, $4, nextval('monitor_run_ids'), 'skipped', $5, $6, $7, $7,
             (select count(*) from monitor_requests where monitor_id = $2::varchar and removed_at is null))`,
    [run, monitorId, orgId, workflowId, reason, periodAt, now],
  );
}
