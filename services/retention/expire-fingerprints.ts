import type { Clock } from '../core/clock.ts';
import type { Sql } from '../database/database.ts';
import type { Purge } from './purge.ts';
import { visibleSince } from '../monitors/storage/visible.ts';

const BATCH_ROWS = 1_000;

/**
 * Removes the fingerprints of documents that were delivered more than 30 days ago, and keeps their addresses. It works
 * in batches, so that no lock is held for long.
 */
export function createExpireFingerprints(sql: Sql, clock: Clock): Purge {
  const statement = `update monitor_memory set body_hash = null, bands = null, phrases = null where ctid = any(array(
    select ctid from monitor_memory where delivered_at < $1 and body_hash is not null limit ${BATCH_ROWS})) returning 1`;
  return async () => {
    const before = visibleSince(clock.now());
    while ((await sql.query(statement, [before])).length === BATCH_ROWS);
  };
}
