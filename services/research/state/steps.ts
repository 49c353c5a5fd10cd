import type { STEP_KINDS } from '../../../entities/research/agent-step.ts';
import type { ColumnsOf } from '../../../entities/tables.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import { into } from '../../database/into.ts';
import { storableJson } from '../../database/storable.ts';
import { asked, type RunRequest, type RequestRow } from './run-state.ts';

/** Channel on which the id of a run that is followed is told with every step that it finished. */
export const RUN_STEP = 'agent_run_step';

/** Of which run a step is, and what is known of it beforehand. */
export interface OfRun {
  runId: string;
  /** The step cannot have run before, so no earlier result is looked up. If that were wrong, its work would run twice and count once. */
  isFirstTry: boolean;
}

/** A step of a run, and for the compiler what it results in. A key stands beside the type of its result. */
export interface StepKey<Result> {
  /** Unique within the run: `search-2`. */
  step: string;
  kind: (typeof STEP_KINDS)[number];
  /** Never set. */
  readonly typeOfResult?: Result;
}

/** Finished steps of runs: what a retried, reset or replayed run finds instead of doing it again. */
export interface Steps {
  /**
   * The result of a step: the stored one, else that of `work`, stored with its cost. The step counts only while the
   * run is running; after a cancel its result is dropped and costs nothing.
   *
   * @throws Error when the run is gone
   */
  once<T>(step: OfRun & StepKey<T>, work: (run: RunRequest) => Promise<{ result: T; credits: number }>): Promise<T>;
  /** The stored result of a step, if it is finished. */
  find<T>(runId: string, key: StepKey<T>): Promise<T | undefined>;
}

// What was asked stays as it was, so that a process needs to read it once.
const RUNS_KNOWN = 500;

// Every step waits for these two statements, so each does in one what could be several, and is planned once.
const RUN_AND_STEP = {
  name: 'run_and_step',
  sql: `select run.org_id, run.query, run.effort, run.output_schema, done.result as done
    from agent_runs as run left join agent_steps as done on done.run_id = run.id and done.step = $2 where run.id = $1`,
};
type RunAndStep<Result> = RequestRow & { done: Result | null };

const FIND = { name: 'find_step', sql: 'select result from agent_steps where run_id = $1 and step = $2' };

type ResultRow<Result> = Record<keyof ColumnsOf<'agent_steps', 'result'>, Result>;

// The run's row is locked, so that a run which ends meanwhile has either counted the step or never does.
const STORE = {
  name: 'store_step',
  sql: `with run as (
    select id, followed_until > now() as is_followed from agent_runs where id = $1 and status = 'running' for share),
  stored as (
    insert into ${into('agent_steps', 'run_id', 'step', 'kind', 'result', 'credits', 'created_at')}
    select id, $2, $3, $4, $5, $6 from run
    on conflict (run_id, step) do nothing
    returning run_id)
  select case when run.is_followed then pg_notify('${RUN_STEP}', id) end from run join stored on run_id = id`,
};

export function createSteps(database: Database, clock: Clock): Steps {
  const known = new Map<string, RunRequest>();

  function know(runId: string, run: RunRequest): RunRequest {
    const [oldest] = known.keys();
    if (known.size >= RUNS_KNOWN && oldest !== undefined) known.delete(oldest);
    known.set(runId, run);
    return run;
  }

  async function find<T>(runId: string, { step }: Pick<StepKey<T>, 'step'>): Promise<T | undefined> {
    const [row] = await database.prepared<ResultRow<T>>(FIND, [runId, step]);
    return row?.result;
  }

  return {
    find,

    async once<T>(
      { runId, isFirstTry, step, kind }: OfRun & StepKey<T>,
      work: (run: RunRequest) => Promise<{ result: T; credits: number }>,
    ): Promise<T> {
      let run = isFirstTry ? known.get(runId) : undefined;
      if (!run) {
        const [found] = await database.prepared<RunAndStep<T>>(RUN_AND_STEP, [runId, step]);
        if (!found) throw new Error(`run ${runId} is gone`);
        if (found.done !== null) return found.done;
        run = know(runId, asked(found));
      }
      const { result, credits } = await work(run);
      const stored = await database.prepared(STORE, [runId, step, kind, storableJson(result), credits, clock.now()]);
      return stored.length > 0 ? result : ((await find<T>(runId, { step })) ?? result);
    },
  };
}
