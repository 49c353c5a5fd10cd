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
// Share of the remaining steps for follow-up searches; the rest is for reading.
const SHARE_FOR_FOLLOW_UPS = 1 / 3;

// While a dependency is unavailable, Temporal retries a step again and again; any other failure is final at the fifth
// attempt (activities/limited-faults.ts).
const RETRY = { initialInterval: '500ms', maximumInterval: '10s' } as const;

// Short steps on our own database, run by the worker of the workflow.
const { beginRun, choose, finishRun, followUp } = proxyLocalActivities<AgentRunActivities>({
  scheduleToCloseTimeout: RUN_LIMITS.finish,
  startToCloseTimeout: '10s',
  retry: RETRY,
});

// Steps that make external requests or call a model. They must have stopped before the run is finalised. A retry finds
// the result of a lost attempt, so that one costs nothing.
const STEP: ActivityOptions = {
  taskQueue: TASK_QUEUES.agent,
  startToCloseTimeout: RUN_LIMITS.step,
  heartbeatTimeout: '10s',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  // Over four minutes. A step that kills each worker uses up all attempts, so there are no more.
  retry: { ...RETRY, maximumAttempts: 30 },
};
const { plan, search, read, note, furtherSearches } = proxyActivities<AgentRunActivities>(STEP);
const { write } = proxyActivities<AgentRunActivities>({
  ...STEP,
  startToCloseTimeout: RUN_LIMITS.write,
  scheduleToCloseTimeout: RUN_LIMITS.writeWithRetries,
});

interface Run {
  runId: string;
  /** Whether no step of it can have been done before this execution. */
  isNew: boolean;
}

interface RunEnd {
  stopReason: string;
  /** Fields of the run's row; absent if there is nothing to do. */
  status?: string;
}

type StopCause = 'finished' | 'budget_reached' | 'timeout';

/** One research run: plan, search, read, write with verified markers, end once. @see docs/rules.md#agent-runs */
export async function agentRun({ runId }: AgentRunInput): Promise<string> {
  const { stopReason, status } = await runToEnd(runId);
  // Its row is final by now: operators find the run among the failed workflows in Temporal's UI too.
  if (status === 'failed' && patched('failed-runs-fail'))
    throw ApplicationFailure.nonRetryable(`The run failed: ${stopReason}.`, stopReason);
  return stopReason;
}

async function runToEnd(runId: string): Promise<RunEnd> {
  try {
    const begun = await beginRun({ runId });
    if (!begun || 'ended' in begun) return { stopReason: nothingToDo(begun?.ended) };
    const run: Run = { runId, isNew: begun.isNew && !wasReset() };
    // Absent in histories of earlier versions, which had no model to lead a run.
    const work = begun.isLed ? ledResearch : research;
    const stopped = await withinWallClock(begun.wallClockMs, () => work(run, begun));
    setCurrentDetails('Writing the report');
    const written = await writing(run);
    return await finish(runId, written.fits ? stopped : 'invalid_output', written.usable);
  } catch (error) {
    // A cancellation through the API has ended the row already, and finishing changes nothing then; one from Temporal's
    // UI has not.
    const stopReason = isCancellation(error) ? 'cancelled' : 'internal_error';
    if (stopReason === 'internal_error') log.error('the run failed', { error });
    await finish(runId, stopReason, false);
    throw error;
  }
}

/** A finished run is listed under its status, even after an operator's change to its workflow. */
function nothingToDo(status?: string): string {
  if (status !== undefined) upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.status, value: status }]);
  return 'nothing to do';
}

/**
 * Runs even after the wall clock has expired: the clock has a scope of its own, so a cancellation here is the caller's or
 * an operator's.
 */
function writing(run: Run): ReturnType<typeof write> {
  const execute = () => write.executeWithOptions({ summary: 'Write and verify the report' }, [run]);
  return patched('writing-is-cancelled') ? execute() : CancellationScope.nonCancellable(execute);
}

/** After an operator's reset this execution repeats another one, which may have advanced further. */
function wasReset(): boolean {
  const { runId, firstExecutionRunId } = workflowInfo();
  return runId !== firstExecutionRunId;
}

async function research(run: Run, { maxSteps, rounds }: { maxSteps: number; rounds: number }): Promise<StopCause> {
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

/**
 * A run that a model leads: it notes what the pages say, and proposes the searches that are still missing, until nothing
 * is missing or a later round notes nothing.
 */
async function ledResearch(run: Run, { maxSteps, rounds }: { maxSteps: number; rounds: number }): Promise<StopCause> {
  setCurrentDetails('Planning');
  const { questions } = await plan.executeWithOptions({ summary: 'Plan the searches' }, [run]);
  let left = await searchAll({ run, round: 0, questions, left: maxSteps });
  for (let round = 1; left >= 0; round += 1) {
    const chosen = await choose({ runId: run.runId, round });
    const readable = chosen.slice(0, left);
    left = await readAll({ run, chosen, left });
    const noted = await noteAll(run, readable);
    if (left < 0) break;
    // A search without a read of what it finds would be paid for nothing.
    if (round > rounds || left < 2 || (noted === 0 && round > 1)) return 'finished';
    setCurrentDetails('Looking for what is missing');
    const summary = 'Look for what is missing';
    const further = await furtherSearches.executeWithOptions({ summary }, [{ ...run, round: round + 1 }]);
    if (further.questions.length === 0) return 'finished';
    const affordable = further.questions.slice(0, Math.max(1, Math.floor(left * SHARE_FOR_FOLLOW_UPS)));
    left = await searchAll({ run, round: round + 1, questions: affordable, left });
  }
  return 'budget_reached';
}

/** Returns the number of notes. */
async function noteAll(run: Run, chosen: ReadonlyArray<{ ordinal: number; url: string }>): Promise<number> {
  setCurrentDetails(`Taking notes from ${chosen.length} sources`);
  let noted = 0;
  await someAtOnce(chosen, chosen.length, async ({ ordinal: page, url }) => {
    const taken = await note.executeWithOptions({ summary: `Take notes from ${url.slice(0, 80)}` }, [{ ...run, page }]);
    noted += taken.noted;
  });
  return noted;
}

/** Returns the remaining steps, or -1 if there were more questions than steps. */
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

/** Returns the remaining steps, or -1 if there were more sources than steps. */
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

/** Processes as many items as there are steps left, a few at once. */
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

/** The run's own time limit: on expiry the run still writes a report from the pages that it has read. */
async function withinWallClock(wallClockMs: number, work: () => Promise<StopCause>): Promise<StopCause> {
  const scope = new CancellationScope({ cancellable: true, timeout: wallClockMs });
  try {
    return await scope.run(work);
  } catch (error) {
    if (!isCancellation(error) || CancellationScope.current().consideredCancelled) throw error;
    return 'timeout';
  }
}

type StopReason = StopCause | 'cancelled' | 'invalid_output' | 'internal_error';

/** Ends the run once, even while other work is being cancelled. */
async function finish(runId: string, stopReason: StopReason, usable: boolean): Promise<RunEnd> {
  setCurrentDetails(`Ended: ${stopReason}`);
  const status = await CancellationScope.nonCancellable(() => finishRun({ runId, stopReason, usable }));
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.status, value: status }]);
  return { stopReason, status };
}
