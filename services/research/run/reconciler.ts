import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import { rowsById } from '../../database/pages-by-id.ts';
import type { RunState } from '../state/run-state.ts';
import { startPeriodic, type Periodic } from '../../concurrency/periodic.ts';
import { settleEach, type SettleEach } from '../../concurrency/settle-each.ts';
import type { WorkflowClient } from '../../temporal/workflow-client.ts';

const EVERY_MS = 5_000;
// The process that wrote a row gets the first chance to act on it. Starting a run twice does no harm, so a run without a
// workflow waits for less.
const LEFT_ALONE_MS = 10_000;
const LEFT_PENDING_MS = 3_000;

interface ReconcilerDependencies {
  database: Database;
  clock: Clock;
  state: RunState;
  workflows: WorkflowClient;
  onError(error: unknown): void;
}

interface RunRow {
  id: string;
  org_id: string;
  query: string;
}

/**
 * Heals what a crash between the database and the workflow left, well within 30 s: starts runs that are still pending,
 * ends running ones whose workflow is gone, cancels workflows of runs that were cancelled. Several may run side by side.
 */
export function startRunReconciler(dependencies: ReconcilerDependencies): Periodic {
  const { onError } = dependencies;
  return startPeriodic({ due: EVERY_MS, onError, pass: (signal) => reconcile(dependencies, signal) });
}

async function reconcile(
  { database, clock, state, workflows, onError }: ReconcilerDependencies,
  signal: AbortSignal,
): Promise<void> {
  const each = (where: string, settle: SettleEach<RunRow>['settle'], leftAloneMs = LEFT_ALONE_MS) => {
    const before = new Date(clock.now().getTime() - leftAloneMs);
    return settleEach(rowsById<RunRow>(database, `select id, org_id, query from agent_runs where ${where}`, [before]), {
      what: 'runs',
      signal,
      onError,
      settle,
    });
  };
  await each(
    `status = 'pending' and created_at < $1`,
    (run) => workflows.startAgentRun({ runId: run.id, orgId: run.org_id, query: run.query }),
    LEFT_PENDING_MS,
  );
  await each(`status in ('pending', 'running') and created_at < $1`, async ({ id }) => {
    if ((await workflows.agentRunState(id)) === 'open') return;
    const error = { code: 'INTERNAL', message: 'The run was lost on our side.' };
    await state.finish(id, { status: 'failed', stopReason: 'internal_error', error });
  });
  // Workflows of cancelled rows notice by themselves within their next step; this is for those that never got the word.
  await each(`status = 'cancelled' and completed_at < $1 and completed_at > $1 - interval '1 hour'`, async ({ id }) => {
    if ((await workflows.agentRunState(id)) === 'open') await workflows.cancelAgentRun(id);
  });
}
