import type { STEP_KINDS } from '../../entities/agent-step.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { storableJson } from '../database/storable.ts';

/** Channel on which the id of a run is told with every step that it finished. */
export const RUN_STEP = 'agent_run_step';

export interface StepName {
  runId: string;
  /** Unique within the run: `search-2`. */
  step: string;
  kind: (typeof STEP_KINDS)[number];
}

/** Finished steps of runs: what a retried, reset or replayed run finds instead of doing it again. */
export interface Steps {
  /**
   * The result of a step: the stored one, else that of `work`, stored with its cost. The step counts only while the
   * run is running; after a cancel its result is dropped and costs nothing.
   */
  once<T>(name: StepName, work: () => Promise<{ result: T; credits: number }>): Promise<T>;
  /** The stored result of a step, if it is finished. */
  find<T>(runId: string, step: string): Promise<T | undefined>;
  /** Results of all finished steps of a kind, in the order in which they were finished. */
  ofKind<T>(runId: string, kind: StepName['kind']): Promise<T[]>;
}

export function createSteps(database: Database, clock: Clock): Steps {
  async function find<T>(runId: string, step: string): Promise<T | undefined> {
    const [row] = await database.query<{ result: T }>('select result from agent_steps where run_id = $1 and step = $2', [runId, step]);
    return row?.result;
  }

  return {
    find,

    async once<T>({ runId, step, kind }: StepName, work: () => Promise<{ result: T; credits: number }>): Promise<T> {
      const done = await find<T>(runId, step);
      if (done !== undefined) return done;
      const { result, credits } = await work();
      await database.query(
        // The run's row is locked while it counts, so steps of one run become visible in their order.
        `with counted as (
           update agent_runs set steps_finished = steps_finished + 1
            where id = $1 and status = 'running' and not exists (select from agent_steps where run_id = $1 and step = $2)
           returning id, steps_finished),
         told as (select pg_notify('${RUN_STEP}', id) from counted)
         insert into agent_steps (run_id, step, kind, result, credits, created_at, seq)
         select id, $2, $3, $4, $5, $6, steps_finished from counted cross join told
         on conflict (run_id, step) do nothing`,
        [runId, step, kind, storableJson(result), credits, clock.now()],
      );
      return (await find<T>(runId, step)) ?? result;
    },

    async ofKind<T>(runId: string, kind: StepName['kind']): Promise<T[]> {
      const rows = await database.query<{ result: T }>(
        'select result from agent_steps where run_id = $1 and kind = $2 order by created_at, step',
        [runId, kind],
      );
      return rows.map((row) => row.result);
    },
  };
}
