import { openDatabase } from './open.ts';

// Any fixed number: all processes of all versions must ask for the same lock.
const MIGRATION_LOCK = 7_318_402_551;

/**
 * Brings the database to the newest schema. Processes that start together wait for one another: the migrator takes no
 * lock of its own.
 *
 * @returns names of the migrations that were run now
 */
export async function migrate(url: string): Promise<string[]> {
  const { database, orm } = await openDatabase(url);
  try {
    const lock = await database.pool.connect();
    try {
      await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      const done = await orm.migrator.up();
      return done.map((migration) => migration.name);
    } finally {
      // Closing the connection releases the lock, also after an error.
      lock.release(true);
    }
  } finally {
    await database.close();
  }
}
