import { activityInfo, cancellationSignal } from '@temporalio/activity';
import type { Research, SearchTask } from '../services/research/research.ts';
import type { RunStart, Ended, StopReason } from '../services/research/state/run-state.ts';
import type { OfRun as OfStep } from '../services/research/state/steps.ts';
import { withFewFaults } from './few-faults.ts';
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
const ofStep = ({ runId, isNew = false }: StepOfRun): OfStep => ({
  runId,
  isFirstTry: isNew && activityInfo().attempt === 1,
});

/** A step that reaches outside or thinks. */
const reaching = <T>(work: () => Promise<T>): Promise<T> => withHeartbeat(() => withFewFaults(work));

/** The hands of a research run. Each is safe to retry: a step that is done is found in the database. */
export function agentRunActivities(research: Research) {
  return {
    beginRun: ({ runId }: OfRun): Promise<RunStart | Ended | undefined> => withFewFaults(() => research.begin(runId)),

    plan: (run: StepOfRun): Promise<{ questions: string[] }> =>
      reaching(() => research.plan(ofStep(run), cancellationSignal())),

    search: ({ round, index, question, ...run }: StepOfRun & SearchTask): Promise<{ found: number }> =>
      reaching(() => research.search(ofStep(run), { round, index, question }, cancellationSignal())),

    /** Which searches the results so far suggest. */
    followUp: ({ runId, round }: OfRun & { round: number }): Promise<{ questions: string[] }> =>
      withFewFaults(() => research.followUp(runId, round)),

    /** Which sources to read next. */
    choose: ({ runId, round }: OfRun & { round: number }): Promise<Array<{ ordinal: number; url: string }>> =>
      withFewFaults(() => research.choose(runId, round)),

    read: ({
      ordinal,
      url,
      ...run
    }: StepOfRun & { ordinal: number; url: string }): Promise<{ status: 'ok' | 'error' }> =>
      reaching(() => research.read(ofStep(run), { ordinal, url }, cancellationSignal())),

    /** Writes the report from what was read and verifies every marker; `usable`: whether a cited text came out; `fits`: whether what was wanted beside it did. */
    write: (run: StepOfRun): Promise<{ usable: boolean; fits: boolean }> =>
      reaching(() => research.write(ofStep(run), cancellationSignal())),

    /** Ends the run unless it has ended; the status in which it is then. */
    finishRun: ({ runId, stopReason, usable }: OfRun & { stopReason: StopReason; usable: boolean }): Promise<string> =>
      withFewFaults(() => research.finish(runId, stopReason, usable)),
  };
}
