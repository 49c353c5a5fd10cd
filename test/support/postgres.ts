import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Database } from '../../services/database/database.ts';
import { openDatabase } from '../../services/database/open.ts';
import { openWay, type BreakableWay } from './breakable-way.ts';

// Set by test/support/global.ts, once for the whole run.
const CLUSTER_URL = 'QUARRY_TEST_CLUSTER_URL';
export const TEMPLATE = 'quarry_template';

export interface TestDatabase {
  database: Database;
  url: string;
  drop(): Promise<void>;
}

/** A separate migrated database, cloned from the template in some 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onCluster(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  const url = clusterUrl(name);
  const { database } = await openDatabase(url);
  return {
    database,
    url,
    drop: async () => {
      await database.close();
      await onCluster(`drop database if exists ${name} with (force)`);
    },
  };
}

/** The same database through a connection that a test can cut. */
export async function openWayTo(databaseUrl: string): Promise<{ way: BreakableWay; url: string }> {
  const url = new URL(databaseUrl);
  const folder = url.searchParams.get('host');
  const way = await openWay(folder ? `${folder}/.s.PGSQL.${url.port || 5432}` : url);
  url.host = way.host;
  url.searchParams.delete('host');
  return { way, url: url.href };
}

/** A database without a table. */
export async function createEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onCluster(`create database ${name}`);
  return { url: clusterUrl(name), drop: () => onCluster(`drop database if exists ${name} with (force)`) };
}

export function clusterUrl(database: string): string {
  const url = process.env[CLUSTER_URL];
  if (!url)
    throw new Error('the test cluster is not running: start mocha with test/support/global.ts (.mocharc.json does)');
  return url.replace('/postgres?', `/${database}?`);
}

async function onCluster(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl('postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
