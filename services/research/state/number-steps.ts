import { sql as literal } from 'kysely';
import type { Database, Sql } from '../../database/database.ts';

// Subscribers renew this in time. For a lost subscriber, notifications stop after it.
const FOLLOWED_FOR = literal<Date>`now() + interval '60 s'`;
const RENEWED_BEFORE = literal<Date>`now() + interval '30 s'`;

/**
 * Marks the run as followed, so that each later step sends a notification. A subscriber that reads after this call
 * misses no earlier step.
 */
export async function markFollowed({ builder }: Sql, runId: string): Promise<void> {
  await builder
    .updateTable('agent_runs')
    .set({ followed_until: FOLLOWED_FOR })
    .where('id', '=', runId)
    .where('status', 'in', ['pending', 'running'])
    .where((run) => run.or([run('followed_until', 'is', null), run('followed_until', '<', RENEWED_BEFORE)]))
    .execute();
}

/**
 * Numbers the finished steps without a number, in order of completion. It locks the run's row, as every step does, so
 * that steps that become visible later have higher numbers.
 *
 * @param attempt attempt of the run, from 1; an operator's reset begins the next one
 * @returns the number of events, which is the number of the last step of this attempt if there is one
 */
export async function numberSteps(database: Database, runId: string, attempt: number): Promise<number> {
  const counted = await database.builder
    .selectFrom('agent_steps')
    .select(({ fn }) => [fn.countAll().as('steps'), fn.count('seq').as('numbered')])
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  const steps = Number(counted.steps);
  if (Number(counted.numbered) < steps) await numberNewSteps(database, runId);
  return steps + ends(attempt);
}

/** The end of each earlier attempt has a number too. */
const ends = (attempt: number) => attempt - 1;

function numberNewSteps(database: Database, runId: string): Promise<void> {
  return database.transaction(async (sql) => {
    const run = await sql.builder
      .selectFrom('agent_runs')
      .select('attempt')
      .where('id', '=', runId)
      .forUpdate()
      .executeTakeFirst();
    await sql.query(
      `update agent_steps set seq = numbered.seq
         from (select step, (select count(seq) from agent_steps where run_id = $1) + $2 + row_number() over (order by created_at, step) as seq
                 from agent_steps where run_id = $1 and seq is null) numbered
        where agent_steps.run_id = $1 and agent_steps.step = numbered.step`,
      [runId, ends(run?.attempt ?? 1)],
    );
  });
}
