import { LRUCache } from 'lru-cache';
import type { RunWarning } from '../../../entities/research/agent-run.ts';
import type { STEP_KINDS } from '../../../entities/research/agent-step.ts';
import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import { into } from '../../database/into.ts';
import { storableJson } from '../../database/storable.ts';
import { requestOf, type RunRequest, type RequestRow } from './run-state.ts';

/** Channel for the id of a followed run, notified at each finished step. */
export const RUN_STEP = 'agent_run_step';

/** The run of a step. */
export interface StepContext {
  runId: string;
  /**
   * Whether the step cannot have run before, so that no earlier result is looked up. If this were wrong, its work would
   * run twice and count once.
   */
  isFirstTry: boolean;
}

/** The key of a step, typed by its result. Keys are defined next to the type of their result. */
export interface StepKey<Result> {
  /** Unique within the run: `search-2`. */
  step: string;
  kind: (typeof STEP_KINDS)[number];
  /** Never set. It carries the type. */
  readonly typeOfResult?: Result;
}

/** The result of a step, and its usage. */
interface StepOutcome<T> {
  result: T;
  credits: number;
  /** Tokens of a language model, both directions. Absent: none. */
  tokens?: number;
  warnings?: readonly RunWarning[];
}

/** Finished steps of runs. A retried, reset or replayed run reuses their results. */
export interface Steps {
  /**
   * Returns the stored result of a step, otherwise runs `work` and stores its result with its cost. The step counts
   * only while the run is running: after a cancellation its result is dropped and costs nothing.
   *
   * @throws Error if the run is gone
   */
  once<T>(step: StepContext & StepKey<T>, work: (run: RunRequest) => Promise<StepOutcome<T>>): Promise<T>;
  /** The stored result of a step; undefined if it is not finished. */
  find<T>(runId: string, key: StepKey<T>): Promise<T | undefined>;
  /** The results of all finished steps of a kind. */
  ofKind<T>(runId: string, kind: StepKey<T>['kind']): Promise<T[]>;
  /** Tokens of a language model that the finished steps of a run used, both directions. */
  tokens(runId: string): Promise<number>;
}

// A request never changes, so a process reads it once.
const CACHED_RUNS = 500;

// Every step waits for these two statements, so each one combines several and is planned once per connection.
const RUN_AND_STEP = {
  name: 'run_and_step',
  sql: `select run.org_id, run.query, run.effort, run.output_schema, run.filters, run.previous_run_id, done.result as done
    from agent_runs as run left join agent_steps as done on done.run_id = run.id and done.step = $2 where run.id = $1`,
};
type RunAndStep<Result> = RequestRow & { done: Result | null };

const FIND = { name: 'find_step', sql: 'select result from agent_steps where run_id = $1 and step = $2' };

type ResultRow<Result> = Record<keyof ColumnsOf<'agent_steps', 'result'>, Result>;

// The lock on the run's row ensures that a run that ends concurrently either counts the step or never does.
const STORE = {
  name: 'store_step',
  sql: `with run as (
    select id, followed_until > now() as is_followed from agent_runs where id = $1 and status = 'running' for share),
  stored as (
    insert into ${into('agent_steps', 'run_id', 'step', 'kind', 'result', 'credits', 'created_at', 'tokens', 'warnings')}
    select id, $2, $3, $4, $5, $6, $7, $8 from run
    on conflict (run_id, step) do nothing
    returning run_id)
  select case when run.is_followed then pg_notify('${RUN_STEP}', id) end from run join stored on run_id = id`,
};

export function createSteps(database: Database, clock: Clock): Steps {
  const cached = new LRUCache<string, RunRequest>({ max: CACHED_RUNS });

  function cache(runId: string, run: RunRequest): RunRequest {
    cached.set(runId, run);
    return run;
  }

  async function find<T>(runId: string, { step }: Pick<StepKey<T>, 'step'>): Promise<T | undefined> {
    const [row] = await database.prepared<ResultRow<T>>(FIND, [runId, step]);
    return row?.result;
  }

  return {
    find,

    async ofKind<T>(runId: string, kind: StepKey<T>['kind']) {
      const rows = await database.builder
        .selectFrom('agent_steps')
        .select('result')
        .where('run_id', '=', runId)
        .where('kind', '=', kind)
        .execute();
      return rows.map(({ result }) => result as T);
    },

    async tokens(runId) {
      const used = await database.builder
        .selectFrom('agent_steps')
        .select(({ fn }) => fn.sum('tokens').as('tokens'))
        .where('run_id', '=', runId)
        .executeTakeFirstOrThrow();
      return Number(used.tokens ?? 0);
    },

    async once<T>(
      { runId, isFirstTry, step, kind }: StepContext & StepKey<T>,
      work: (run: RunRequest) => Promise<StepOutcome<T>>,
    ): Promise<T> {
      let run = isFirstTry ? cached.get(runId) : undefined;
      if (!run) {
        const [found] = await database.prepared<RunAndStep<T>>(RUN_AND_STEP, [runId, step]);
        if (!found) throw new Error(`run ${runId} is gone`);
        if (found.done !== null) return found.done;
        run = cache(runId, requestOf(found));
      }
      const { result, credits, tokens = 0, warnings = [] } = await work(run);
      const stored = await database.prepared(STORE, [
        runId,
        step,
        kind,
        storableJson(result),
        credits,
        clock.now(),
        tokens,
        warnings.length > 0 ? storableJson(warnings) : null,
      ]);
      return stored.length > 0 ? result : ((await find<T>(runId, { step })) ?? result);
    },
  };
}
