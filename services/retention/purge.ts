import type { Tables } from '../../entities/row-types.ts';
import type { Clock } from '../core/clock.ts';
import type { Sql } from '../database/database.ts';

const HOUR_MS = 3_600_000;
const BATCH_ROWS = 1_000;

/** Deletes rows past their retention, in batches so that no lock is held for long. */
export type Purge = () => Promise<void>;

/** Deletes rows whose column `since` is older than `keptHours` and that match `only`. */
type RuleOf<Table extends keyof Tables> = {
  table: Table;
  key: ReadonlyArray<keyof Tables[Table]>;
  since: keyof Tables[Table];
  only?: string;
  keptHours: number;
};

type Rule = { [Table in keyof Tables]: RuleOf<Table> }[keyof Tables];

const DAYS_30 = 30 * 24;

const RULES: readonly Rule[] = [
  { table: 'login_links', key: ['sha256'], since: 'expires_at', keptHours: 24 },
  { table: 'sessions', key: ['sha256'], since: 'expires_at', keptHours: 0 },
  { table: 'sessions', key: ['sha256'], since: 'last_seen_at', keptHours: 7 * 24 },
  { table: 'rate_buckets', key: ['caller_id', 'rate'], since: 'ends_at', keptHours: 1 },
  { table: 'sign_in_failures', key: ['name_sha256'], since: 'ends_at', keptHours: 1 },
  { table: 'idempotency_records', key: ['org_id', 'key'], since: 'created_at', keptHours: 24 },
  {
    table: 'pages',
    key: ['reader_id', 'ordinal'],
    since: 'fetched_at',
    only: `reader_id like 'fetch\\_%'`,
    keptHours: 24,
  },
  { table: 'pages', key: ['reader_id', 'ordinal'], since: 'fetched_at', keptHours: DAYS_30 },
  { table: 'agent_notes', key: ['run_id', 'page', 'ordinal'], since: 'created_at', keptHours: DAYS_30 },
  { table: 'agent_steps', key: ['run_id', 'step'], since: 'created_at', keptHours: DAYS_30 },
  {
    table: 'agent_runs',
    key: ['id'],
    since: 'created_at',
    only: `status not in ('pending', 'running')`,
    keptHours: DAYS_30,
  },
  {
    table: 'crawl_hosts',
    key: ['host'],
    since: 'free_at',
    only: 'holder is null or held_until < now()',
    keptHours: 24,
  },
  { table: 'monitor_records', key: ['record_id'], since: 'created_at', keptHours: DAYS_30 },
  { table: 'monitor_suppressed', key: ['run', 'ordinal'], since: 'created_at', keptHours: DAYS_30 },
  { table: 'monitor_run_requests', key: ['run', 'request_id'], since: 'completed_at', keptHours: DAYS_30 },
  { table: 'monitor_runs', key: ['id'], since: 'completed_at', keptHours: DAYS_30 },
  {
    table: 'webhook_attempts',
    key: ['message_id', 'attempt'],
    since: 'at',
    only: `not exists (select 1 from webhook_outbox where id = message_id and status = 'pending')`,
    keptHours: DAYS_30,
  },
  { table: 'webhook_outbox', key: ['id'], since: 'created_at', only: `status <> 'pending'`, keptHours: DAYS_30 },
  {
    table: 'monitor_snapshots',
    key: ['run', 'request_id'],
    since: 'read_at',
    // What the next run compares with stays, however long ago it was read.
    only: `(exists (select 1 from monitor_snapshots newer where newer.request_id = monitor_snapshots.request_id and newer.is_settled and newer.read_at > monitor_snapshots.read_at)
      or not exists (select 1 from monitor_requests where id = request_id and removed_at is null))`,
    keptHours: DAYS_30,
  },
  // Visible runs refer to removed searches, so a removed search is kept a day longer than runs are visible.
  { table: 'monitor_requests', key: ['id'], since: 'removed_at', keptHours: 31 * 24 },
];

export function createPurge(sql: Sql, clock: Clock): Purge {
  return async () => {
    for (const rule of RULES) {
      const before = new Date(clock.now().getTime() - rule.keptHours * HOUR_MS);
      while ((await sql.query(deleteBatch(rule), [before])).length === BATCH_ROWS);
    }
  };
}

function deleteBatch({ table, key, since, only = 'true' }: Rule): string {
  const columns = key.join(', ');
  const expired = `select ${columns} from ${table} where ${since} < $1 and ${only} limit ${BATCH_ROWS}`;
  return `delete from ${table} where (${columns}) in (${expired}) returning 1`;
}
