import { settledWithin } from '../../concurrency/settled-within.ts';
import type { Sql } from '../../database/database.ts';
import type { WorkflowClient } from '../../temporal/workflow-client.ts';

const ASK_WITHIN_MS = 1_000;

export type RunStateName = 'idle' | 'running' | 'unknown';

export interface RunStateDeps {
  database: Sql;
  workflows: Pick<WorkflowClient, 'monitorRunState' | 'ping'>;
}

/**
 * Whether a run of the monitor is being executed, by the scheduler. Does not reject if the scheduler does not
 * answer.
 */
export async function liveRunState({ database, workflows }: RunStateDeps, monitorId: string): Promise<RunStateName> {
  const monitor = await database.builder
    .selectFrom('monitors')
    .leftJoin('monitor_runs', (open) =>
      open.onRef('monitor_runs.monitor_id', '=', 'monitors.id').on('monitor_runs.completed_at', 'is', null),
    )
    .select(['monitor_runs.workflow_id', 'monitors.wanted_at'])
    .where('monitors.id', '=', monitorId)
    .executeTakeFirst();
  const workflowId = monitor?.workflow_id;
  return unlessLate(async () => {
    if (workflowId) return (await workflows.monitorRunState(workflowId)) === 'open' ? 'running' : 'idle';
    await workflows.ping();
    // A requested run counts as running.
    return monitor?.wanted_at ? 'running' : 'idle';
  });
}

async function unlessLate(ask: () => Promise<RunStateName>): Promise<RunStateName> {
  const asked = ask().catch((): RunStateName => 'unknown');
  return (await settledWithin(ASK_WITHIN_MS, asked)) ? asked : 'unknown';
}
