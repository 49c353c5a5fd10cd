import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { DeterminismViolationError } from '@temporalio/workflow';
import { Worker } from '@temporalio/worker';

export type Replayed = { status: 'deterministic'; events: number } | { status: 'diverged'; reason: string };

/**
 * Runs today's workflow code over what a workflow did: whether it would decide the same. Nothing is asked, written or
 * billed, since a replay only compares.
 *
 * @param bundle  of the workflows, as `workflowBundle` gives it
 * @param history in Temporal's JSON form
 */
export async function replay(bundle: { codePath: string }, history: unknown, workflowId: string): Promise<Replayed> {
  const parsed = historyFromJSON(history);
  try {
    await Worker.runReplayHistory({ workflowBundle: bundle }, parsed, workflowId);
    return { status: 'deterministic', events: parsed.events?.length ?? 0 };
  } catch (error) {
    if (error instanceof DeterminismViolationError) return { status: 'diverged', reason: error.message };
    throw error;
  }
}
