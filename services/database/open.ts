import { MikroORM, UnderscoreNamingStrategy, type Options } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import type { Pool } from 'pg';
import { entities } from '../../entities/index.ts';
import { migrations } from '../../entities/migrations/index.ts';
import { databaseOn, type Database } from './database.ts';

const POOL_SIZE = 8;
// A full pool has to become an error for the caller, not an endless wait.
const CONNECT_WITHIN_MS = 10_000;
const STATEMENT_WITHIN_MS = 30_000;

/**
 * Connects to PostgreSQL, as the user of the connection. It runs no migrations. @see databaseByRole
 *
 * @param url a connection string as `pg` reads it
 * @throws Error if no server answers at this address
 */
export async function openDatabase(url: string): Promise<{ database: Database; orm: MikroORM }> {
  const orm = await MikroORM.init(ormOptions(url));
  const pool = await reach(orm);
  const database = databaseOn(pool);
  return { orm, database: { ...database, close: () => orm.close() } };
}

async function reach(orm: MikroORM): Promise<Pool> {
  try {
    const pool = await orm.em.getConnection().getNativeClient();
    await pool.query('select 1');
    return pool;
  } catch (error) {
    await orm.close(true);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`PostgreSQL cannot be reached (${reason}). Start it, or correct DATABASE_URL.`, { cause: error });
  }
}

export function ormOptions(url: string): Options {
  return {
    entities,
    clientUrl: url,
    namingStrategy: UnderscoreNamingStrategy,
    allowGlobalContext: false,
    extensions: [Migrator],
    migrations: { migrationsList: migrations, snapshot: false, silent: true, transactional: true, allOrNothing: true },
    // The policies name roles, and each installation has its own. A test compares them with the tables.
    schemaGenerator: { ignorePolicies: true },
    pool: { max: POOL_SIZE },
    driverOptions: {
      connectionString: url,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      statement_timeout: STATEMENT_WITHIN_MS,
      application_name: 'quarry',
    },
  };
}
