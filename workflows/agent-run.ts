import {
  ActivityCancellationType,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  log,
  patched,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  upsertSearchAttributes,
  workflowInfo,
  type ActivityOptions,
} from '@temporalio/workflow';
import type { AgentRunActivities } from '../activities/agent-run.ts';
import type { AgentRunInput } from '../services/temporal/contracts.ts';
import { SEARCH_ATTRIBUTES, TASK_QUEUES } from '../services/temporal/names.ts';
import { RUN_LIMITS } from '../services/temporal/time-limits.ts';

const AT_ONCE = 4;
// Of what is left of the steps: the rest is for reading.
const SHARE_FOR_FOLLOW_UPS = 1 / 3;

// While a part is away a step is tried again and again; what else fails does so for good at its fifth try
// (activities/few-faults.ts).
const RETRY = { initialInterval: '500ms', maximumInterval: '10s' } as const;

// Short steps on our own database, done where the workflow runs.
const { beginRun, choose, finishRun, followUp } = proxyLocalActivities<AgentRunActivities>({
  scheduleToCloseTimeout: RUN_LIMITS.finish,
  startToCloseTimeout: '10s',
  retry: RETRY,
});

// Steps that reach outside or think. They must have stopped before the run is finalised; each finds its own result
// again when it is retried, so a try that was lost costs nothing.
const STEP: ActivityOptions = {
  taskQueue: TASK_QUEUES.agent,
  startToCloseTimeout: RUN_LIMITS.step,
  heartbeatTimeout: '10s',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  // Over four minutes. A step with which each worker dies takes all of them, so that there are no more.
  retry: { ...RETRY, maximumAttempts: 30 },
};
const { plan, search, read } = proxyActivities<AgentRunActivities>(STEP);
const { write } = proxyActivities<AgentRunActivities>({
  ...STEP,
  startToCloseTimeout: RUN_LIMITS.write,
  scheduleToCloseTimeout: RUN_LIMITS.writeWithRetries,
});

interface Run {
  runId: string;
  /** No step of it can have been done before this execution. */
  isNew: boolean;
}

interface Ended {
  stopReason: string;
  /** Of the row; absent where there was nothing to do. */
  status?: string;
}

type Stopped = 'finished' | 'budget_reached' | 'timeout';

/** One research run: plan, search, read, write with verified markers, end once. @see docs/rules.md#agent-runs */
export async function agentRun({ runId }: AgentRunInput): Promise<string> {
  const { stopReason, status } = await runToEnd(runId);
  // Its row is final by now: operators find the run among the failed ones in Temporal's UI too.
  if (status === 'failed' && patched('failed-runs-fail'))
    throw ApplicationFailure.nonRetryable(`The run failed: ${stopReason}.`, stopReason);
  return stopReason;
}

async function runToEnd(runId: string): Promise<Ended> {
  try {
    const begun = await beginRun({ runId });
    if (!begun || 'ended' in begun) return { stopReason: nothingToDo(begun?.ended) };
    const run: Run = { runId, isNew: begun.isNew && !wasReset() };
    const stopped = await withinWallClock(begun.wallClockMs, () => research(run, begun));
    setCurrentDetails('Writing the report');
    const written = await writing(run);
    return await finish(runId, written.fits ? stopped : 'invalid_output', written.usable);
  } catch (error) {
    // A cancel through the API has ended the row already, and finishing changes nothing then; one from Temporal's UI has not.
    const stopReason = isCancellation(error) ? 'cancelled' : 'internal_error';
    if (stopReason === 'internal_error') log.error('the run failed', { error });
    await finish(runId, stopReason, false);
    throw error;
  }
}

/** A run that has ended is listed under its status, also after an operator's change to its workflow. */
function nothingToDo(status?: string): string {
  if (status !== undefined) upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.status, value: status }]);
  return 'nothing to do';
}

/** The wall clock has struck or not: it has a scope of its own, so that a cancellation here is the caller's or an operator's. */
function writing(run: Run): ReturnType<typeof write> {
  const execute = () => write.executeWithOptions({ summary: 'Write and verify the report' }, [run]);
  return patched('writing-is-cancelled') ? execute() : CancellationScope.nonCancellable(execute);
}

/** After an operator's reset this execution repeats what another one did, and that one may have gone further. */
function wasReset(): boolean {
  const { runId, firstExecutionRunId } = workflowInfo();
  return runId !== firstExecutionRunId;
}

async function research(run: Run, { maxSteps, rounds }: { maxSteps: number; rounds: number }): Promise<Stopped> {
  setCurrentDetails('Planning');
  const { questions } = await plan.executeWithOptions({ summary: 'Plan the searches' }, [run]);
  let left = await searchAll({ run, round: 0, questions, left: maxSteps });
  if (left < 0) return 'budget_reached';
  for (let round = 1; round <= rounds; round += 1) {
    const further = await followUp({ runId: run.runId, round });
    left = await searchAll({
      run,
      round,
      questions: further.questions.slice(0, Math.floor(left * SHARE_FOR_FOLLOW_UPS)),
      left,
    });
    const chosen = await choose({ runId: run.runId, round });
    if (chosen.length === 0 && further.questions.length === 0) break;
    left = await readAll({ run, chosen, left });
    if (left < 0) return 'budget_reached';
  }
  return 'finished';
}

/** Returns how many steps are left, or -1 when there were more questions than steps. */
async function searchAll({
  run,
  round,
  questions,
  left,
}: {
  run: Run;
  round: number;
  questions: string[];
  left: number;
}): Promise<number> {
  return someAtOnce(questions, left, async (question, index) => {
    setCurrentDetails(`${round === 0 ? 'Searching' : 'Following up'}: ${question}`);
    const summary = `${round === 0 ? 'Search' : 'Follow up'}: ${question.slice(0, 80)}`;
    await search.executeWithOptions({ summary }, [{ ...run, round, index, question }]);
  });
}

/** Returns how many steps are left, or -1 when there were more sources than steps. */
async function readAll({
  run,
  chosen,
  left,
}: {
  run: Run;
  chosen: Array<{ ordinal: number; url: string }>;
  left: number;
}): Promise<number> {
  setCurrentDetails(`Reading ${chosen.length} sources`);
  return someAtOnce(chosen, left, (source) =>
    read.executeWithOptions({ summary: `Read ${source.url.slice(0, 80)}` }, [{ ...run, ...source }]),
  );
}

/** Does as many as there are steps left, a few at once. */
async function someAtOnce<T>(
  all: readonly T[],
  left: number,
  step: (one: T, index: number) => Promise<unknown>,
): Promise<number> {
  const affordable = all.slice(0, left);
  for (let from = 0; from < affordable.length; from += AT_ONCE) {
    await Promise.all(affordable.slice(from, from + AT_ONCE).map((one, index) => step(one, from + index)));
  }
  return affordable.length < all.length ? -1 : left - affordable.length;
}

/** The run's own clock: what has been read when it strikes is still written up. */
async function withinWallClock(wallClockMs: number, work: () => Promise<Stopped>): Promise<Stopped> {
  const scope = new CancellationScope({ cancellable: true, timeout: wallClockMs });
  try {
    return await scope.run(work);
  } catch (error) {
    if (!isCancellation(error) || CancellationScope.current().consideredCancelled) throw error;
    return 'timeout';
  }
}

type StopReason = Stopped | 'cancelled' | 'invalid_output' | 'internal_error';

/** Ends the run once, also while other work is being cancelled. */
async function finish(runId: string, stopReason: StopReason, usable: boolean): Promise<Ended> {
  setCurrentDetails(`Ended: ${stopReason}`);
  const status = await CancellationScope.nonCancellable(() => finishRun({ runId, stopReason, usable }));
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.status, value: status }]);
  return { stopReason, status };
}
