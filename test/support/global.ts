import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Runtime } from '@temporalio/worker';
import pg from 'pg';
import { pino } from 'pino';
import { startPostgres, type EmbeddedPostgres } from '../../local/postgres/postgres.ts';
import { findTemporalCli } from '../../local/temporal/temporal-cli.ts';
import { startTemporal, type EmbeddedTemporal } from '../../local/temporal/temporal.ts';
import { migrate } from '../../services/database/migrate.ts';
import { killDescendants } from '../../services/process/process-tree.ts';
import { stopInOrder } from '../../services/process/lifecycle.ts';
import { installRuntime } from '../../worker/worker.ts';
import mocharc from '../../.mocharc.json' with { type: 'json' };
import { TEMPLATE } from './postgres.ts';

const ENDS_WITHIN_MS = 5_000;
// As scripts/test.mjs says it.
const INTERRUPTED = 130;
// What was just killed may still write for a moment.
const RETRIES = 5;
const TEMPORAL = 'QUARRY_TEST_TEMPORAL';
const MEMORY = process.env.QUARRY_TEST_MEMORY ?? '/dev/shm';
// Some 300 MB are used; containers often have 64.
const MEMORY_BYTES = 2 * 1024 ** 3;

let folder: string;
let serversFolder: string;
const folders = (): string[] => [...new Set([folder, serversFolder])];
let cluster: EmbeddedPostgres;
let temporals: EmbeddedTemporal[];

installRuntime(pino({ level: 'silent' }));
// Mocha sets it in the processes that run files side by side.
const { MOCHA_WORKER_ID: worker } = process.env;
if (worker !== undefined) process.env[TEMPORAL] = addressFor(Number(worker), process.env[TEMPORAL]?.split(',') ?? []);

function addressFor(nth: number, addresses: string[]): string {
  return addresses[nth % addresses.length] ?? '';
}

/**
 * Once for the whole run: one real PostgreSQL with a migrated template that tests clone, and a real Temporal server for each
 * process that runs tests: services on one server would take each other's work, because their task queues have the same names.
 */
export async function mochaGlobalSetup(this: { isParallelMode(): boolean }): Promise<void> {
  try {
    await startServers(this.isParallelMode() ? mocharc.jobs : 1);
  } catch (error) {
    // The servers that did start would keep the process from ending.
    console.error('the servers of the tests could not be started:', error);
    process.exit(1);
  }
}

async function startServers(temporalCount: number): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
  serversFolder = (await folderInMemory()) ?? folder;
  leaveNothingBehind();
  // Programs that tests start as another user pass through them.
  await Promise.all(folders().map((path) => chmod(path, 0o711)));
  // LanceDB makes a folder of its own in every process and leaves it behind; here it goes with the run's.
  process.env.TMPDIR = folder;
  // Each start of the product as a process compiles the same files: half of what a short command takes.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compile-cache');
  const cli = await findTemporalCli(process.env.QUARRY_TEMPORAL_CLI, () => {});
  const temporalIn = (name: string) =>
    startTemporal({ cli, folder: join(serversFolder, name), port: 0, uiPort: 0, namespace: 'default' });
  [cluster, temporals] = await Promise.all([
    startPostgres({ folder: join(serversFolder, 'postgres'), fsync: false }),
    Promise.all(Array.from({ length: temporalCount }, (_, nth) => temporalIn(`temporal-${nth}`))),
  ]);
  const client = new pg.Client({ connectionString: cluster.url('postgres') });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await migrate(cluster.url(TEMPLATE));
  process.env.QUARRY_TEST_CLUSTER_URL = cluster.url('postgres');
  process.env[TEMPORAL] = temporals.map(({ address }) => address).join(',');
}

/**
 * For the files of the servers, of which nothing is kept: each clone of a database copies 300 of them, and on a busy disk
 * that takes seconds.
 */
async function folderInMemory(): Promise<string | undefined> {
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize < MEMORY_BYTES ? undefined : await mkdtemp(join(MEMORY, 'quarry-test-'));
  } catch {
    return undefined;
  }
}

/** A run that is broken off, by a signal too, leaves no server and no file behind. Node ends by a signal without an `exit`. */
function leaveNothingBehind(): void {
  process.once('exit', () => {
    killDescendants();
    for (const path of folders()) rmSync(path, { recursive: true, force: true, maxRetries: RETRIES });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(INTERRUPTED));
}

/** Whatever a failed test left behind, the servers and the folder go, and the run ends. */
export async function mochaGlobalTeardown(): Promise<void> {
  // A runtime that was installed and never used keeps the process from ending.
  const shutDownRuntime = () => Runtime.instance().shutdown();
  await stopInOrder([
    folders().map((path) => () => rm(path, { recursive: true, force: true })),
    [cluster.stop, ...temporals.map(({ stop }) => stop)],
    [shutDownRuntime],
  ]).catch(console.error);
  setTimeout(endWhatIsLeft, ENDS_WITHIN_MS).unref();
}

/**
 * Only reached while something keeps the process alive: what a failed hook left open, or the thread of a Temporal worker
 * that did not shut down in time, which the SDK leaves behind.
 */
function endWhatIsLeft(): void {
  console.error('not closed by the tests:', process.getActiveResourcesInfo().join(', '));
  process.exit();
}
