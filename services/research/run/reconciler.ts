import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Clock } from '../../core/clock.ts';
import type { Sql } from '../../database/database.ts';
import { actingFor } from '../../database/roles/acting.ts';
import { rowsOfPages, type ReadRows } from '../../database/pages-by-id.ts';
import type { RunTransitions } from '../state/run-state.ts';
import { startPeriodic, type Periodic } from '../../concurrency/periodic.ts';
import { settleEach, type SettleEach } from '../../concurrency/settle-each.ts';
import type { WorkflowClient } from '../../temporal/workflow-client.ts';

const EVERY_MS = 5_000;
// The process that wrote a row acts on it first. Starting a run twice is harmless, so the delay for a run without a
// workflow is shorter.
const LEFT_ALONE_MS = 10_000;
const LEFT_PENDING_MS = 3_000;
const CANCELLED_WITHIN_MS = 3_600_000;

interface ReconcilerDependencies {
  /** Reads the runs of all organizations. */
  background: Sql;
  clock: Clock;
  state: RunTransitions;
  workflows: WorkflowClient;
  onError(error: unknown): void;
}

/**
 * Repairs inconsistencies that a crash between the database and the workflow left, within 30 s: starts runs that are
 * still pending, fails running ones without a workflow, and cancels workflows of cancelled runs. Several may run side
 * by side.
 */
export function startRunReconciler(dependencies: ReconcilerDependencies): Periodic {
  const { onError } = dependencies;
  return startPeriodic({ due: EVERY_MS, onError, pass: (signal) => reconcile(dependencies, signal) });
}

async function reconcile(
  { background, clock, state, workflows, onError }: ReconcilerDependencies,
  signal: AbortSignal,
): Promise<void> {
  const runs = background.builder
    .selectFrom('agent_runs')
    .select(({ selectFrom }) => [
      'id',
      'org_id',
      'query',
      'effort',
      selectFrom('organizations').select('name').whereRef('id', '=', 'org_id').as('org_name'),
    ]);
  type Run = ColumnsOf<'agent_runs', 'id' | 'org_id' | 'query' | 'effort'> & { org_name: string | null };
  const each = (some: typeof runs, settle: SettleEach<Run>['settle']) => {
    const read: ReadRows<Run> = (after, limit) => some.where('id', '>', after).orderBy('id').limit(limit).execute();
    return settleEach(rowsOfPages(read), { what: 'runs', signal, onError, settle });
  };
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  await each(runs.where('status', '=', 'pending').where('created_at', '<', ago(LEFT_PENDING_MS)), (run) =>
    workflows.startAgentRun({
      runId: run.id,
      orgId: run.org_id,
      orgName: run.org_name ?? undefined,
      query: run.query,
      effort: run.effort,
    }),
  );
  const unfinished = runs.where('status', 'in', ['pending', 'running']);
  await each(unfinished.where('created_at', '<', ago(LEFT_ALONE_MS)), async ({ id, org_id: orgId }) => {
    if ((await workflows.agentRunState(id)) === 'open') return;
    const error = { code: 'INTERNAL', message: 'The run was lost on our side.' };
    await actingFor(orgId, () => state.finish(id, { status: 'failed', stopReason: 'internal_error', error }));
  });
  // A workflow notices a cancelled row within its next step. This handles workflows that missed the cancellation.
  const cancelled = runs
    .where('status', '=', 'cancelled')
    .where('completed_at', '<', ago(LEFT_ALONE_MS))
    .where('completed_at', '>', ago(LEFT_ALONE_MS + CANCELLED_WITHIN_MS));
  await each(cancelled, async ({ id }) => {
    if ((await workflows.agentRunState(id)) === 'open') await workflows.cancelAgentRun(id);
  });
}
