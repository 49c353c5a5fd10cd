import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { DeterminismViolationError } from '@temporalio/workflow';
import { Worker } from '@temporalio/worker';
import { workflowTrails } from './trails.ts';

export type ReplayResult = { status: 'deterministic'; events: number } | { status: 'diverged'; reason: string };

/**
 * Replays a workflow's history with today's code, to check that it makes the same decisions. A replay only compares: it
 * calls, writes and bills nothing.
 *
 * @param bundle of the workflows, from `workflowBundle`
 * @param history in Temporal's JSON form
 */
export async function replay(
  bundle: { codePath: string },
  history: unknown,
  workflowId: string,
): Promise<ReplayResult> {
  const parsed = historyFromJSON(history);
  try {
    await Worker.runReplayHistory({ workflowBundle: bundle, sinks: workflowTrails({}) }, parsed, workflowId);
    return { status: 'deterministic', events: parsed.events?.length ?? 0 };
  } catch (error) {
    if (error instanceof DeterminismViolationError) return { status: 'diverged', reason: error.message };
    throw error;
  }
}
