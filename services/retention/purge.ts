import type { Clock } from '../core/clock.ts';
import type { Sql } from '../database/database.ts';

const HOUR_MS = 3_600_000;
const BATCH_ROWS = 1_000;

/** Deletes rows past their retention, in batches so that no lock is held for long. */
export type Purge = () => Promise<void>;

const RULES = [
  {
    table: 'idempotency_records',
    key: '(org_id, key)',
    columns: 'org_id, key',
    where: 'created_at < $1',
    keptHours: 24,
  },
  {
    table: 'pages',
    key: '(reader_id, ordinal)',
    columns: 'reader_id, ordinal',
    where: `fetched_at < $1 and reader_id like 'fetch\\_%'`,
    keptHours: 24,
  },
  {
    table: 'pages',
    key: '(reader_id, ordinal)',
    columns: 'reader_id, ordinal',
    where: 'fetched_at < $1',
    keptHours: 30 * 24,
  },
  {
    table: 'agent_steps',
    key: '(run_id, step)',
    columns: 'run_id, step',
    where: 'created_at < $1',
    keptHours: 30 * 24,
  },
  {
    table: 'agent_runs',
    key: 'id',
    columns: 'id',
    where: `created_at < $1 and status not in ('pending', 'running')`,
    keptHours: 30 * 24,
  },
  { table: 'monitor_records', key: 'record_id', columns: 'record_id', where: 'created_at < $1', keptHours: 30 * 24 },
  {
    table: 'monitor_suppressed',
    key: '(run, ordinal)',
    columns: 'run, ordinal',
    where: 'created_at < $1',
    keptHours: 30 * 24,
  },
  {
    table: 'monitor_run_requests',
    key: '(run, request_id)',
    columns: 'run, request_id',
    where: 'completed_at < $1',
    keptHours: 30 * 24,
  },
  { table: 'monitor_runs', key: 'id', columns: 'id', where: 'completed_at < $1', keptHours: 30 * 24 },
  {
    table: 'webhook_attempts',
    key: '(message_id, attempt)',
    columns: 'message_id, attempt',
    where: `at < $1 and not exists (select 1 from webhook_outbox where id = message_id and status = 'pending')`,
    keptHours: 30 * 24,
  },
  {
    table: 'webhook_outbox',
    key: 'id',
    columns: 'id',
    where: `created_at < $1 and status <> 'pending'`,
    keptHours: 30 * 24,
  },
  // What a visible run says of a search is in the search's own row.
  { table: 'monitor_requests', key: 'id', columns: 'id', where: 'removed_at < $1', keptHours: 31 * 24 },
] as const;

export function createPurge(sql: Sql, clock: Clock): Purge {
  return async () => {
    for (const { table, key, columns, where, keptHours } of RULES) {
      const before = new Date(clock.now().getTime() - keptHours * HOUR_MS);
      const statement = `delete from ${table} where ${key} in (select ${columns} from ${table} where ${where} limit ${BATCH_ROWS}) returning 1`;
      while ((await sql.query(statement, [before])).length === BATCH_ROWS);
    }
  };
}
