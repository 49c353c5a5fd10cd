import { createHash } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, spawnQuietly, waitForExit } from '../process/processes.ts';
import { postgresPrograms, privilegesFor, type Launcher } from './postgres-programs.ts';

const POSTGRES_USER = 'quarry';
const STOP_WITHIN_MS = 1_700;
const LEFTOVER_STOPS_WITHIN_MS = 8_000;
const START_WITHIN_MS = 30_000;
// A unix socket's path is limited to 107 bytes, its file name takes 14 of them.
const LONGEST_SOCKET_FOLDER = 90;
const SOCKET_FILE = '.s.PGSQL.5432';

// Names that initdb creates.
export const POSTGRES_DATABASE = 'postgres';

export interface EmbeddedPostgres {
  /** Resolves when the server ends by itself. */
  ended: Promise<Error>;
  /** A connection string for one database of the cluster, over its unix socket. */
  url(database: string): string;
  /** Fast shutdown: open transactions are rolled back, the files are left consistent. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The cluster's own folder; created if missing. */
  folder: string;
  /** Tests only: trades durability for speed. */
  fsync?: boolean;
}

/**
 * Starts the PostgreSQL of the npm package, on a unix socket only: it needs no port, and the folder's mode replaces a
 * password. A server left over from a killed process is stopped first; its own recovery repairs the files.
 */
export async function startPostgres({ folder, fsync = true }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = join(folder, 'cluster');
  const sockets = socketFolder(folder);
  await mkdir(sockets, { recursive: true, mode: 0o700 });
  await stopLeftover(cluster);
  const programs = await postgresPrograms();
  const launcher = await privilegesFor(folder, sockets, programs.postgres);
  if (!existsSync(join(cluster, 'PG_VERSION'))) await createCluster(programs.initdb, cluster, launcher);
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${sockets}`,
    'unix_socket_permissions=0700',
    'max_connections=200',
  ];
  if (!fsync) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  const server = spawnQuietly(
    launcher.command(programs.postgres, ['-D', cluster, ...settings.flatMap((one) => ['-c', one])]),
    launcher.identity,
  );
  await server.printed('database system is ready to accept connections', START_WITHIN_MS);
  return {
    ended: server.ended,
    url: (database) => urlOn(sockets, database),
    stop: async () => {
      await server.stop('SIGINT', STOP_WITHIN_MS);
      if (!sockets.startsWith(folder)) await rm(sockets, { recursive: true, force: true });
    },
  };
}

/** Connection string of a running embedded server, for the operator's commands. */
export function runningPostgresUrl(folder: string): string | undefined {
  const sockets = socketFolder(folder);
  return existsSync(join(sockets, SOCKET_FILE)) ? urlOn(sockets, POSTGRES_DATABASE) : undefined;
}

function urlOn(sockets: string, database: string): string {
  return `postgresql://${POSTGRES_USER}@localhost/${database}?host=${encodeURIComponent(sockets)}`;
}

async function createCluster(initdb: string, cluster: string, launcher: Launcher): Promise<void> {
  // Created under a temporary name: an initdb that was killed half-way must not look like a cluster.
  const unfinished = `${cluster}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await run(
    launcher.command(initdb, [
      '-D',
      unfinished,
      '-U',
      POSTGRES_USER,
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    ]),
    launcher.identity,
  );
  await launcher.rename(unfinished, cluster);
}

function socketFolder(folder: string): string {
  const inside = join(folder, 'socket');
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return Buffer.byteLength(inside) <= LONGEST_SOCKET_FOLDER ? inside : join(tmpdir(), `quarry-${digest}`);
}

/** After kill -9 of the whole tree the postmaster survives and holds the cluster. */
async function stopLeftover(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1 || !(await servesFolder(pid, cluster))) return;
  process.kill(pid, 'SIGINT');
  await waitForExit(pid, LEFTOVER_STOPS_WITHIN_MS);
}

/** The pid may have been reused: only a process whose working folder is the cluster is ours. */
async function servesFolder(pid: number, cluster: string): Promise<boolean> {
  try {
    const [own, its] = await Promise.all([stat(cluster), stat(`/proc/${pid}/cwd`)]);
    return own.ino === its.ino && own.dev === its.dev;
  } catch {
    return false;
  }
}
