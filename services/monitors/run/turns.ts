import type { Clock } from '../../core/clock.ts';
import type { Database, Sql } from '../../database/database.ts';

const TURNS_AN_ORGANIZATION = 5;
// Longer than a batch may take: a lost worker keeps its turn no longer.
const TURN_MS = 20_000;

export type Turn =
  | { status: 'taken'; orgId: string; monitorId: string; giveBack(): Promise<void> }
  /** Its organization has its most batches in progress. */
  | { status: 'taken by others' }
  /** The run has ended, or its monitor is gone. */
  | { status: 'ended' };

/** Lets a run do a batch while fewer than five others of its organization do one, so that many runs of one organization do not delay another's run. */
export function takeTurn({ database, clock }: { database: Database; clock: Clock }, run: string): Promise<Turn> {
  return database.transaction(async (sql) => {
    const row = await sql.builder
      .selectFrom('monitor_runs as run')
      .innerJoin('monitors as monitor', 'monitor.id', 'run.monitor_id')
      .select(['run.org_id', 'run.monitor_id'])
      .where('run.id', '=', run)
      .where('run.completed_at', 'is', null)
      .where('monitor.status', '<>', 'deleted')
      .executeTakeFirst();
    if (!row) return { status: 'ended' };
    await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`monitor turns ${row.org_id}`]);
    const now = clock.now();
    const others = await sql.builder
      .selectFrom('monitor_runs')
      .select('id')
      .where('org_id', '=', row.org_id)
      .where('completed_at', 'is', null)
      .where('turn_until', '>', now)
      .where('id', '<>', run)
      .execute();
    if (others.length >= TURNS_AN_ORGANIZATION) return { status: 'taken by others' };
    await keepTurn(sql, run, new Date(now.getTime() + TURN_MS));
    const giveBack = () => keepTurn(database, run, null);
    return { status: 'taken', orgId: row.org_id, monitorId: row.monitor_id, giveBack };
  });
}

async function keepTurn({ builder }: Sql, run: string, until: Date | null): Promise<void> {
  await builder.updateTable('monitor_runs').set({ turn_until: until }).where('id', '=', run).execute();
}
