import type { Clock } from '../../core/clock.ts';
import type { Database, Sql } from '../../database/database.ts';

const SLOTS_PER_ORGANIZATION = 5;
// Longer than a batch of searches may take.
const SLOT_MS = 20_000;

export type BatchSlot =
  | { status: 'acquired'; orgId: string; monitorId: string; renew(): Promise<void>; release(): Promise<void> }
  /** All slots of the organization are in use. */
  | { status: 'unavailable' }
  /** The run has ended, or its monitor is gone. */
  | { status: 'ended' };

/**
 * Acquires one of the five slots of an organization for a batch of the run: the runs of one organization cannot delay those of
 * another.
 *
 * @param slotMs after which the slot of a lost worker is free again
 */
export function acquireBatchSlot(
  { database, clock }: { database: Database; clock: Clock },
  run: string,
  slotMs = SLOT_MS,
): Promise<BatchSlot> {
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
    if (others.length >= SLOTS_PER_ORGANIZATION) return { status: 'unavailable' };
    const reserve = (on: Sql) => reserveUntil(on, run, new Date(clock.now().getTime() + slotMs));
    await reserve(sql);
    const release = () => reserveUntil(database, run, null);
    return {
      status: 'acquired',
      orgId: row.org_id,
      monitorId: row.monitor_id,
      renew: () => reserve(database),
      release,
    };
  });
}

async function reserveUntil({ builder }: Sql, run: string, until: Date | null): Promise<void> {
  await builder.updateTable('monitor_runs').set({ turn_until: until }).where('id', '=', run).execute();
}
