import type { AgentStep } from '../../../entities/research/agent-step.ts';
import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Database } from '../../database/database.ts';
import type { Notifications } from '../../database/notifications.ts';
import { subscribe } from '../../database/subscription.ts';
import type { Subscriber } from '../../core/subscriber.ts';
import { numberSteps, markFollowed } from '../state/number-steps.ts';
import { RUN_STEP } from '../state/steps.ts';
import { RUN_ENDED } from '../state/run-state.ts';

/** An event of a run. `id` rises within the run; a reader resumes after the last one that it received. */
export type AgentRunEvent =
  | { id: number; type: AgentStep['kind']; step: string; at: Date; details: StepDetails }
  | { id: number; type: 'ended'; status: string; stopReason: string | null; at: Date | null };

/** The part of a step's result that describes the progress of the run, by the kind of the step. */
type StepDetails = Record<string, unknown>;

export interface RunEvents {
  /** Yields the run's events after `after`, then new ones as they happen. Ends after `ended`. */
  follow(runId: string, after: number, following: Subscriber): AsyncGenerator<AgentRunEvent>;
}

const POLL_MS = 5_000;

export function createRunEvents({
  database,
  notifications,
}: {
  database: Database;
  notifications: Notifications;
}): RunEvents {
  return {
    async *follow(runId, after, { signal, permit }) {
      const channels = [RUN_STEP, RUN_ENDED];
      const news = subscribe(notifications, { channels, payload: runId, pollMs: POLL_MS, signal });
      let last = after;
      try {
        for (;;) {
          signal.throwIfAborted();
          const heard = news.next();
          await markFollowed(database, runId);
          // Reading the run before its steps guarantees that a run that has ended shows all of them.
          const run = await readRun(database, runId);
          const finished = await numberSteps(database, runId, run?.attempt ?? 1);
          const steps = await readSteps(database, runId, last);
          await permit();
          for (const step of steps) yield asEvent(step);
          last = steps.at(-1)?.seq ?? last;
          if (!run) return;
          if (run.stop_reason !== null) {
            if (last <= finished) yield ended(run, finished + 1);
            return;
          }
          await heard;
        }
      } finally {
        news.close();
      }
    },
  };
}

type EndOfRun = ColumnsOf<'agent_runs', 'status' | 'stop_reason' | 'attempt' | 'completed_at'>;

function readRun({ builder }: Database, runId: string): Promise<EndOfRun | undefined> {
  return builder
    .selectFrom('agent_runs')
    .select(['status', 'stop_reason', 'attempt', 'completed_at'])
    .where('id', '=', runId)
    .executeTakeFirst();
}

type NumberedStep = ColumnsOf<'agent_steps', 'step' | 'kind' | 'result' | 'created_at'> & { seq: number };

function readSteps({ builder }: Database, runId: string, after: number): Promise<NumberedStep[]> {
  return builder
    .selectFrom('agent_steps')
    .select(['seq', 'step', 'kind', 'result', 'created_at'])
    .where('run_id', '=', runId)
    .where('seq', '>', after)
    .orderBy('seq')
    .$narrowType<{ seq: number }>()
    .execute();
}

function asEvent({ seq, step, kind, result, created_at: at }: NumberedStep): AgentRunEvent {
  return { id: seq, type: kind, step, at, details: details(step, result) };
}

function ended({ status, stop_reason: stopReason, completed_at: at }: EndOfRun, id: number): AgentRunEvent {
  return { id, type: 'ended', status, stopReason, at };
}

function details(step: string, result: unknown): StepDetails {
  if (Array.isArray(result)) {
    const of = (name: string) => result.map((one: unknown) => (one as Record<string, unknown>)[name]);
    return step.startsWith('follow') ? { questions: of('question') } : { urls: of('url') };
  }
  const { questions, question, scope, urls, status, url, isCited, markers, sources, notes } = result as Record<
    string,
    unknown
  >;
  if (step === 'plan') return { questions };
  if (step.startsWith('search'))
    return { question, ...(scope !== undefined && { scope }), found: (urls as unknown[]).length };
  if (step.startsWith('read')) return { url, status };
  if (step.startsWith('note')) return { url, notes };
  if (step.startsWith('verify')) return { markers, sources };
  return step.startsWith('write') ? { cited: isCited } : {};
}
