import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { ChargedFor } from '../../billing/charged-for.ts';
import { placeHold } from '../../billing/ledger.ts';
import type { Sql } from '../../database/database.ts';
import { hasOpenRun } from './open-run.ts';

export interface RunnableMonitor extends ColumnsOf<
  'monitors',
  'id' | 'org_id' | 'status' | 'cadence_seconds' | 'anchor_at' | 'wanted_at'
> {
  /** When its organization was suspended. */
  suspended_at: ColumnsOf<'organizations', 'suspended_at'>['suspended_at'];
}

const RUN_MONITOR: ChargedFor = { operation: 'runMonitor', callerId: null, scope: null };

interface NewRun {
  run: string;
  monitor: RunnableMonitor;
  periodAt: Date;
  now: Date;
  workflowId: string;
}

/** How many searches and pages a run has. */
export interface RequestCounts {
  requests: number;
  /** Of them. */
  pages: number;
}

/** Inserts a run with its searches and pages. @returns their number, or why the monitor does not run */
export async function insertRun(
  sql: Sql,
  { run, monitor, periodAt, now, workflowId }: NewRun,
): Promise<RequestCounts | { skipped: string }> {
  if (monitor.status === 'paused') return { skipped: 'The monitor was paused.' };
  if (await hasOpenRun(sql, monitor.id)) return { skipped: 'The previous run was still going on.' };
  const { requests, pages } = await countRequests(sql, monitor.id);
  const held = await placeHold(
    sql,
    { orgId: monitor.org_id, businessKey: run, amount: requests, expiresAt: null, chargedFor: RUN_MONITOR },
    now,
  );
  if (held === 'insufficient')
    return { skipped: `The run needs ${requests} credits and the balance does not cover that.` };
  await sql.builder
    .insertInto('monitor_runs')
    .values({
      id: run,
      monitor_id: monitor.id,
      org_id: monitor.org_id,
      workflow_id: workflowId,
      status: 'running',
      period_at: periodAt,
      started_at: now,
      requests_total: requests,
    })
    .execute();
  await insertRunRequests(sql, run, monitor.id);
  return { requests, pages };
}

async function countRequests({ builder }: Sql, monitorId: string): Promise<RequestCounts> {
  const { requests, pages } = await builder
    .selectFrom('monitor_requests')
    .select(({ fn }) => [
      fn.countAll<string>().as('requests'),
      fn.countAll<string>().filterWhere('kind', '=', 'page').as('pages'),
    ])
    .where('monitor_id', '=', monitorId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { requests: Number(requests), pages: Number(pages) };
}

async function insertRunRequests({ builder }: Sql, run: string, monitorId: string): Promise<void> {
  await builder
    .insertInto('monitor_run_requests')
    .columns(['run', 'request_id', 'ordinal'])
    .expression(({ selectFrom, val }) =>
      selectFrom('monitor_requests')
        .select([val(run).as('run'), 'id', 'ordinal'])
        .where('monitor_id', '=', monitorId)
        .where('removed_at', 'is', null),
    )
    .execute();
}
