import { activityInfo, cancellationSignal } from '@temporalio/activity';
import type { Research, SearchTask } from '../services/research/research.ts';
import type { RunStart, TerminalRun, StopReason } from '../services/research/state/run-state.ts';
import type { StepContext } from '../services/research/state/steps.ts';
import { withLimitedFaults } from './limited-faults.ts';
import { withHeartbeat } from './heartbeat.ts';

export type AgentRunActivities = ReturnType<typeof agentRunActivities>;

interface RunInput {
  runId: string;
}

interface StepInput extends RunInput {
  /**
   * Whether no other execution of the workflow can have done steps of this run. Absent in requests of older workflows.
   */
  isNew?: boolean;
}

/** An attempt after the first may follow one that was lost with its work done. */
const stepContext = ({ runId, isNew = false }: StepInput): StepContext => ({
  runId,
  isFirstTry: isNew && activityInfo().attempt === 1,
});

/** A step that makes external requests or calls a model. */
const externalStep = <T>(work: () => Promise<T>): Promise<T> => withHeartbeat(() => withLimitedFaults(work));

/** The activities of a research run. Each is safe to retry: a finished step is found in the database. */
export function agentRunActivities(research: Research) {
  return {
    beginRun: ({ runId }: RunInput): Promise<(RunStart & { isLed?: boolean }) | TerminalRun | undefined> =>
      withLimitedFaults(() => research.begin(runId)),

    plan: (run: StepInput): Promise<{ questions: string[] }> =>
      externalStep(() => research.plan(stepContext(run), cancellationSignal())),

    search: ({ round, index, question, ...run }: StepInput & SearchTask): Promise<{ found: number }> =>
      externalStep(() => research.search(stepContext(run), { round, index, question }, cancellationSignal())),

    /** Follow-up searches that the results so far suggest. */
    followUp: ({ runId, round }: RunInput & { round: number }): Promise<{ questions: string[] }> =>
      withLimitedFaults(() => research.followUp(runId, round)),

    /** The searches that a model which leads the run still misses. */
    furtherSearches: ({ round, ...run }: StepInput & { round: number }): Promise<{ questions: string[] }> =>
      externalStep(() => research.furtherSearches(stepContext(run), round, cancellationSignal())),

    /** A model's notes of a page that was read. */
    note: ({ page, ...run }: StepInput & { page: number }): Promise<{ noted: number }> =>
      externalStep(() => research.note(stepContext(run), page, cancellationSignal())),

    /** The sources to read next. */
    choose: ({ runId, round }: RunInput & { round: number }): Promise<Array<{ ordinal: number; url: string }>> =>
      withLimitedFaults(() => research.choose(runId, round)),

    read: ({
      ordinal,
      url,
      ...run
    }: StepInput & { ordinal: number; url: string }): Promise<{ status: 'ok' | 'error' }> =>
      externalStep(() => research.read(stepContext(run), { ordinal, url }, cancellationSignal())),

    /**
     * Writes the report from the pages that were read and verifies every marker. `usable`: whether it has a cited text.
     * `fits`: whether the requested output beside it is complete.
     */
    write: (run: StepInput): Promise<{ usable: boolean; fits: boolean }> =>
      externalStep(() => research.write(stepContext(run), cancellationSignal())),

    /** Ends the run unless it has ended; returns its status. */
    finishRun: ({
      runId,
      stopReason,
      usable,
    }: RunInput & { stopReason: StopReason; usable: boolean }): Promise<string> =>
      withLimitedFaults(() => research.finish(runId, stopReason, usable)),
  };
}
