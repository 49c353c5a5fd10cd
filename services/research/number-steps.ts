import type { Clock } from '../clock.ts';
import type { Database, Sql } from '../database/database.ts';

// A follower says so again well before, and of one that is lost a run tells for no longer.
const FOLLOWED_FOR_MS = 60_000;
const SAID_AGAIN_AFTER_MS = 30_000;

const UNFINISHED = `status in ('pending', 'running')`;

/** Says that the run is followed, so that each further step is told. Whoever looks afterwards misses none of the steps before. */
export async function sayFollowed(sql: Sql, runId: string, clock: Clock): Promise<void> {
  const at = clock.now().getTime();
  await sql.query(`update agent_runs set followed_until = $2 where id = $1 and ${UNFINISHED} and (followed_until is null or followed_until < $3)`, [
    runId,
    new Date(at + FOLLOWED_FOR_MS),
    new Date(at + FOLLOWED_FOR_MS - SAID_AGAIN_AFTER_MS),
  ]);
}

/**
 * Numbers the steps that no reader has seen yet, on from those that were numbered, in the order in which they were
 * finished. The run's row is locked, which every step locks too: what becomes visible later has a higher number.
 *
 * @returns how many steps there are, which is the last one's number
 */
export async function numberSteps(database: Database, runId: string): Promise<number> {
  const [counted] = await database.query<{ steps: number; numbered: number }>('select count(*)::int as steps, count(seq)::int as numbered from agent_steps where run_id = $1', [runId]);
  const { steps, numbered } = counted ?? { steps: 0, numbered: 0 };
  if (numbered < steps) await numberFurther(database, runId);
  return steps;
}

function numberFurther(database: Database, runId: string): Promise<void> {
  return database.transaction(async (sql) => {
    await sql.query('select 1 from agent_runs where id = $1 for update', [runId]);
    await sql.query(
      `update agent_steps set seq = numbered.seq
         from (select step, (select coalesce(max(seq), 0) from agent_steps where run_id = $1) + row_number() over (order by created_at, step) as seq
                 from agent_steps where run_id = $1 and seq is null) numbered
        where agent_steps.run_id = $1 and agent_steps.step = numbered.step`,
      [runId],
    );
  });
}
