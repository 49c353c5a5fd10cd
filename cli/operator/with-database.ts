import { resolve } from 'node:path';
import { POSTGRES_FOLDER } from '../../local/data-folder.ts';
import { runningPostgresUrl } from '../../local/postgres/postgres.ts';
import type { Database } from '../../services/database/database.ts';

/** Runs on the operator's PostgreSQL, or on that of the running service. */
export async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  // Help does not need it: loading it takes longer than printing that.
  const { readConfig } = await import('../../runtime/config.ts');
  // These commands encrypt nothing, so DATABASE_URL suffices without an encryption key.
  const { QUARRY_DATA_DIR } = readConfig({ ...process.env, DATABASE_URL: undefined });
  const url = process.env.DATABASE_URL ?? runningPostgresUrl(resolve(QUARRY_DATA_DIR, POSTGRES_FOLDER));
  if (!url)
    throw new Error(
      `No service runs on the data folder ${resolve(QUARRY_DATA_DIR)}. Start one with npm start or quarry start, or set DATABASE_URL.`,
    );
  await asOperator(url, work);
}

/** Runs on a database, with the rights of an operator. */
export async function asOperator(url: string, work: (database: Database) => Promise<void>): Promise<void> {
  const [{ databaseByRole }, { openDatabase }] = await Promise.all([
    import('../../services/database/by-role.ts'),
    import('../../services/database/open.ts'),
  ]);
  const { database } = await openDatabase(url);
  try {
    await work((await databaseByRole(database)).as.operator);
  } finally {
    await database.close();
  }
}
