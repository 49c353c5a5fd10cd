import pg from 'pg';
import { databaseOn, type Database, type DatabaseOptions } from './database.ts';

const CONNECT_WITHIN_MS = 10_000;
const STATEMENT_WITHIN_MS = 30_000;

/**
 * Opens the database without the ORM, which takes a third of a second and 50 MB to load. Connects at the first
 * statement.
 */
export function openPool(url: string, connections: number, as?: DatabaseOptions['as']): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    statement_timeout: STATEMENT_WITHIN_MS,
    application_name: 'quarry',
  });
  // The pool replaces an idle connection that breaks. Without a listener its error would end the process.
  pool.on('error', () => {});
  return databaseOn(pool, { as });
}
