import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/database.ts';
import { createOrganization } from './accounts.ts';

// An arbitrary constant: processes that start together must take the same lock.
const BOOTSTRAP_LOCK = 7_318_402_552;

export interface Bootstrap {
  database: Database;
  clock: Clock;
  credits: number;
  /** The first key. Called only if there is no organization. */
  firstKey(): Promise<string>;
}

/** Creates the first organization if there is none. @returns its id if this call created it */
export async function bootstrap({ database, clock, credits, firstKey }: Bootstrap): Promise<string | undefined> {
  return database.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock($1)', [BOOTSTRAP_LOCK]);
    const existing = await sql.builder.selectFrom('organizations').select('id').limit(1).execute();
    if (existing.length > 0) return undefined;
    const { orgId } = await createOrganization(sql, {
      name: 'First organization',
      credits,
      key: await firstKey(),
      at: clock.now(),
    });
    return orgId;
  });
}
