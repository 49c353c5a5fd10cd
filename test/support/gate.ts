import pg from 'pg';
import { eventually } from './eventually.ts';
import type { Point } from './run-points.ts';

// An advisory lock that the product does not use.
const LOCK = 7_261_121;
const REACHED_WITHIN_MS = 30_000;

/** Blocks the writers of a named point from outside the product until it is opened. */
export interface Gate {
  /** Resolves when a writer is blocked. */
  reached(): Promise<void>;
  /** Opens the gate. A gate whose server was killed is open. */
  open(): Promise<void>;
  /** Resolves when the blocked writers have continued. */
  passed(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * A trigger waits for a lock that the test's own connection holds: before the row is written, or once its transaction
 * is about to be committed. Without the lock the trigger does nothing.
 */
export async function closeGate(databaseUrl: string, { table, event, where, stopsAt }: Point): Promise<Gate> {
  const holder = await connect(databaseUrl);
  await holder.query('select pg_advisory_lock($1)', [LOCK]);
  await holder.query(`create or replace function wait_at_gate() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${LOCK}); return new; end $$`);
  const timing =
    stopsAt === 'before' ? `create trigger gate before ${event}` : `create constraint trigger gate after ${event}`;
  const deferred = stopsAt === 'before' ? '' : 'deferrable initially deferred';
  await holder.query(`${timing} on ${table} ${deferred} for each row when (${where}) execute function wait_at_gate()`);

  const waiting = async () => {
    const { rows } = await holder.query<{ count: string }>(
      `select count(*) from pg_locks where locktype = 'advisory' and not granted and objid = $1`,
      [LOCK],
    );
    return Number(rows[0]?.count);
  };
  const waitUntil = async (passes: (count: number) => boolean, otherwise: string) => {
    const count = await eventually(REACHED_WITHIN_MS, waiting, passes);
    if (!passes(count)) throw new Error(otherwise);
  };
  return {
    reached: () => waitUntil((count) => count > 0, `nobody writes where ${where} to ${table}`),
    passed: () => waitUntil((count) => count === 0, `the writer of ${table} does not continue`),
    open: async () => void (await holder.query('select pg_advisory_unlock_all()').catch(() => undefined)),
    remove: async () => {
      await holder.end().catch(() => undefined);
      const client = await connect(databaseUrl);
      await client.query(`drop trigger gate on ${table}`);
      await client.end();
    },
  };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // The test kills the server on purpose.
  client.on('error', () => {});
  await client.connect();
  return client;
}
