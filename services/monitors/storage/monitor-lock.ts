import type { Database, Sql } from '../../database/database.ts';
import { ServiceError } from '../../core/errors.ts';

/**
 * Until the transaction ends, no other transaction changes the monitor, begins or ends a run of it. Ids of its runs and records are
 * allocated under it, so that they become visible in order.
 */
export async function lockMonitor(sql: Sql, monitorId: string): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`monitor ${monitorId}`]);
}

// A waiting call holds one of few connections, and the end of a large run takes longer than this.
const CALLERS_WAIT = `set local lock_timeout = '2s'`;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs a client's change: `work` waits at most two seconds for each lock.
 *
 * @throws ServiceError UNAVAILABLE while another change holds a lock
 */
export async function withLockTimeout<T>(database: Database, work: (sql: Sql) => Promise<T>): Promise<T> {
  try {
    return await database.transaction(async (sql) => {
      await sql.query(CALLERS_WAIT);
      return work(sql);
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new ServiceError('UNAVAILABLE', 'A run of this monitor is being stored. Try again in a few seconds.', {
      cause: error,
      retryAfterSeconds: 2,
    });
  }
}
