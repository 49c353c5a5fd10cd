import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';

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
    const [row] = await sql.query<{ org_id: string; monitor_id: string }>(
      `select r.org_id, r.monitor_id from monitor_runs r join monitors m on m.id = r.monitor_id
       where r.id = $1 and r.completed_at is null and m.status <> 'deleted'`,
      [run],
    );
    if (!row) return { status: 'ended' };
    await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`monitor turns ${row.org_id}`]);
    const now = clock.now();
    const others = await sql.query(
      'select 1 from monitor_runs where org_id = $1 and completed_at is null and turn_until > $2 and id <> $3',
      [row.org_id, now, run],
    );
    if (others.length >= TURNS_AN_ORGANIZATION) return { status: 'taken by others' };
    await sql.query('update monitor_runs set turn_until = $2 where id = $1', [run, new Date(now.getTime() + TURN_MS)]);
    const giveBack = async () =>
      void (await database.query('update monitor_runs set turn_until = null where id = $1', [run]));
    return { status: 'taken', orgId: row.org_id, monitorId: row.monitor_id, giveBack };
  });
}
