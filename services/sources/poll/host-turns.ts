import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '../../database/database.ts';
import { createPerHost, type HostTurn } from '../../fetch/per-host.ts';

const ASK_AGAIN_MS = 200;

/** One request at a time per host, across all processes of the installation that poll sources. */
export interface HostTurns {
  /** Runs `work` when no other poll reads from the URL's host. `signal` ends the waiting only; its reason is rethrown. */
  run<T>(turn: HostTurn, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Turns are in order within the process; across processes a lock in PostgreSQL decides. */
export function createHostTurns(database: Database): HostTurns {
  const perHost = createPerHost(1);
  let connecting: Promise<pg.Client> | undefined;

  // A separate connection: session locks end with it, and reading a page takes none of the pool's.
  function connection(): Promise<pg.Client> {
    connecting ??= connect(database, () => (connecting = undefined)).catch((error: unknown) => {
      connecting = undefined;
      throw error;
    });
    return connecting;
  }

  return {
    run: (turn, signal, work) =>
      perHost.run(turn, signal, async () => {
        const host = URL.parse(turn.url)?.host ?? '';
        const client = await connection();
        while (!(await tryLock(client, host)))
          await sleep(ASK_AGAIN_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
        try {
          return await work();
        } finally {
          // A closed connection holds no lock.
          await client
            .query('select pg_advisory_unlock(hashtextextended($1, 0))', [lockOf(host)])
            .catch(() => undefined);
        }
      }),
    close: async () => {
      const client = await connecting?.catch(() => undefined);
      await client?.end();
    },
  };
}

const lockOf = (host: string) => `one request at a time to ${host}`;

async function tryLock(client: pg.Client, host: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
    [lockOf(host)],
  );
  return rows[0]?.locked === true;
}

async function connect(database: Database, onLost: () => void): Promise<pg.Client> {
  const client = new pg.Client(database.pool.options);
  client.on('error', onLost);
  client.on('end', onLost);
  await client.connect();
  return client;
}
