import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres, type EmbeddedPostgres } from '../../local/postgres.ts';
import { migrate } from '../../services/database/migrate.ts';
import { TEMPLATE } from './postgres.ts';

let folder: string;
let cluster: EmbeddedPostgres;

/** Once for the whole run: one real PostgreSQL, and in it one migrated template that each test file clones. */
export async function mochaGlobalSetup(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
  cluster = await startPostgres({ folder, fsync: false });
  const client = new pg.Client({ connectionString: cluster.url('postgres') });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await migrate(cluster.url(TEMPLATE));
  process.env.QUARRY_TEST_CLUSTER_URL = cluster.url('postgres');
}

export async function mochaGlobalTeardown(): Promise<void> {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
