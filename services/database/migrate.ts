import { openDatabase } from './open.ts';
import { ensureRoles } from './roles/ensure-roles.ts';

// An arbitrary constant: all processes of all versions must take the same lock.
const MIGRATION_LOCK = 7_318_402_551;

/**
 * Migrates the database to the newest schema. Processes that start together wait for each other, because the migrator
 * itself takes no lock.
 *
 * @returns names of the migrations that this call ran
 * @throws Error with the statements for an administrator, if the user may not create the roles of the service
 */
export async function migrate(url: string): Promise<string[]> {
  const { database, orm } = await openDatabase(url);
  try {
    const lock = await database.pool.connect();
    try {
      await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      await ensureRoles(lock);
      const done = await orm.migrator.up();
      return done.map((migration) => migration.name);
    } finally {
      // Closing the connection releases the lock, even after an error.
      lock.release(true);
    }
  } finally {
    await database.close();
  }
}
