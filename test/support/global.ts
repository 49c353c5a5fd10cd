import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Runtime } from '@temporalio/worker';
import pg from 'pg';
import { pino } from 'pino';
import { startPostgres, type EmbeddedPostgres } from '../../local/postgres.ts';
import { findTemporalCli } from '../../local/temporal-cli.ts';
import { startTemporal, type EmbeddedTemporal } from '../../local/temporal.ts';
import { migrate } from '../../services/database/migrate.ts';
import { killDescendants } from '../../services/descendants.ts';
import { stopInOrder } from '../../services/lifecycle.ts';
import { installRuntime } from '../../worker/worker.ts';
import { TEMPLATE } from './postgres.ts';

const ENDS_WITHIN_MS = 5_000;

let folder: string;
let cluster: EmbeddedPostgres;
let temporal: EmbeddedTemporal;

/** Once for the whole run: one real PostgreSQL with a migrated template that tests clone, one real Temporal server. */
export async function mochaGlobalSetup(): Promise<void> {
  // A run that is broken off leaves no server behind either.
  process.once('exit', () => killDescendants());
  folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
  // LanceDB makes a folder of its own in every process and leaves it behind; here it goes with the run's.
  process.env.TMPDIR = folder;
  installRuntime(pino({ level: 'silent' }));
  const cli = await findTemporalCli(process.env.QUARRY_TEMPORAL_CLI, () => {});
  [cluster, temporal] = await Promise.all([
    startPostgres({ folder: join(folder, 'postgres'), fsync: false }),
    startTemporal({ cli, folder: join(folder, 'temporal'), port: 0, uiPort: 0, namespace: 'default' }),
  ]);
  const client = new pg.Client({ connectionString: cluster.url('postgres') });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await migrate(cluster.url(TEMPLATE));
  process.env.QUARRY_TEST_CLUSTER_URL = cluster.url('postgres');
  process.env.QUARRY_TEST_TEMPORAL = temporal.address;
}

/** Whatever a failed test left behind, the servers and the folder go, and the run ends. */
export async function mochaGlobalTeardown(): Promise<void> {
  // A runtime that was installed and never used keeps the process from ending.
  const shutDownRuntime = () => Runtime.instance().shutdown();
  await stopInOrder([[() => rm(folder, { recursive: true, force: true })], [cluster.stop, temporal.stop], [shutDownRuntime]]).catch(console.error);
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
