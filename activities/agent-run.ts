import { activityInfo, cancellationSignal } from '@temporalio/activity';
import type { Research, SearchTask } from '../services/research/research.ts';
import type { Begun, StopReason } from '../services/research/run-state.ts';
import type { OfRun as OfStep } from '../services/research/steps.ts';
import { withHeartbeat } from './heartbeat.ts';

export type AgentRunActivities = ReturnType<typeof agentRunActivities>;

interface OfRun {
  runId: string;
}

interface StepOfRun extends OfRun {
  /** No other execution of the workflow can have done steps of this run. Absent in what older workflows ask for. */
  isNew?: boolean;
}

/** A try after the first may follow one that was lost with its work done. */
const ofStep = ({ runId, isNew = false }: StepOfRun): OfStep => ({ runId, isFirstTry: isNew && activityInfo().attempt === 1 });

/** The hands of a research run. Each is safe to retry: a step that is done is found in the database. */
export function agentRunActivities(research: Research) {
  return {
    beginRun: ({ runId }: OfRun): Promise<Begun | undefined> => research.begin(runId),

    plan: (run: StepOfRun): Promise<{ questions: string[] }> => withHeartbeat(() => research.plan(ofStep(run), cancellationSignal())),

    search: ({ round, index, question, ...run }: StepOfRun & SearchTask): Promise<{ found: number }> =>
      withHeartbeat(() => research.search(ofStep(run), { round, index, question }, cancellationSignal())),

    /** Which searches the results so far suggest. */
    followUp: ({ runId, round }: OfRun & { round: number }): Promise<{ questions: string[] }> => research.followUp(runId, round),

    /** Which sources to read next. */
    choose: ({ runId, round }: OfRun & { round: number }): Promise<Array<{ ordinal: number; url: string }>> => research.choose(runId, round),

    read: ({ ordinal, url, ...run }: StepOfRun & { ordinal: number; url: string }): Promise<{ status: 'ok' | 'error' }> =>
      withHeartbeat(() => research.read(ofStep(run), { ordinal, url }, cancellationSignal())),

    /** Writes the report from what was read and verifies every marker; `usable`: whether a cited text came out; `fits`: whether what was wanted beside it did. */
    write: (run: StepOfRun): Promise<{ usable: boolean; fits: boolean }> => withHeartbeat(() => research.write(ofStep(run), cancellationSignal())),

    /** Ends the run unless it has ended; the status in which it is then. */
    finishRun: ({ runId, stopReason, usable }: OfRun & { stopReason: StopReason; usable: boolean }): Promise<string> =>
      research.finish(runId, stopReason, usable),
  };
}
