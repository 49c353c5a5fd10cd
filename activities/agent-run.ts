import { cancellationSignal } from '@temporalio/activity';
import type { Research, SearchTask } from '../services/research/research.ts';
import type { Begun, StopReason } from '../services/research/run-state.ts';
import { withHeartbeat } from './heartbeat.ts';

export type AgentRunActivities = ReturnType<typeof agentRunActivities>;

interface OfRun {
  runId: string;
}

/** The hands of a research run. Each is safe to retry: a step that is done is found in the database. */
export function agentRunActivities(research: Research) {
  return {
    beginRun: ({ runId }: OfRun): Promise<Begun | undefined> => research.begin(runId),

    plan: ({ runId }: OfRun): Promise<{ questions: string[] }> => withHeartbeat(() => research.plan(runId, cancellationSignal())),

    search: ({ runId, ...task }: OfRun & SearchTask): Promise<{ found: number }> => withHeartbeat(() => research.search(runId, task, cancellationSignal())),

    /** Which searches the results so far suggest. */
    followUp: ({ runId, round }: OfRun & { round: number }): Promise<{ questions: string[] }> => research.followUp(runId, round),

    /** Which sources to read next. */
    choose: ({ runId, round }: OfRun & { round: number }): Promise<Array<{ ordinal: number; url: string }>> => research.choose(runId, round),

    read: ({ runId, ordinal, url }: OfRun & { ordinal: number; url: string }): Promise<{ status: 'ok' | 'error' }> =>
      withHeartbeat(() => research.read(runId, { ordinal, url }, cancellationSignal())),

    /** Writes the report from what was read and verifies every marker; `usable`: whether a cited text came out; `fits`: whether what was wanted beside it did. */
    write: ({ runId }: OfRun): Promise<{ usable: boolean; fits: boolean }> => withHeartbeat(() => research.write(runId, cancellationSignal())),

    /** Ends the run unless it has ended; the status in which it is then. */
    finishRun: ({ runId, stopReason, usable }: OfRun & { stopReason: StopReason; usable: boolean }): Promise<string> =>
      research.finish(runId, stopReason, usable),
  };
}
