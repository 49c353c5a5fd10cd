import pg, { type Pool, type PoolClient, type QueryResultRow } from 'pg';
import { builderOn, type Builder } from './builder.ts';

// The ORM sets its pool to return timestamps as text. Our own statements return Dates.
const types = new pg.TypeOverrides();

/** Values as `pg` binds them. int64 travels as a string or bigint, never as a number. */
export type SqlValue = string | number | bigint | boolean | Date | Buffer | null | undefined | readonly SqlValue[];

/** Runs statements with bound parameters, on the pool or in a transaction. */
export interface Sql {
  /** Statements typed by the entities. They run as those of `query` do. */
  readonly builder: Builder;
  /** Returns the rows of one statement. Parameters are `$1`-style. int8 is a string. */
  query<Row extends QueryResultRow>(sql: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
}

/** A frequent statement that each connection plans once. */
export interface Prepared {
  /** Unique among all prepared statements of the service. */
  name: string;
  sql: string;
}

/** The service's access to PostgreSQL. */
export interface Database extends Sql {
  /**
   * As `query`, for a statement that each connection plans once. A connection pooler in between must support prepared
   * statements.
   */
  prepared<Row extends QueryResultRow>(statement: Prepared, parameters: readonly SqlValue[]): Promise<Row[]>;
  /** Runs `work` in one transaction, which commits when `work` returns and rolls back when it throws. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  readonly pool: Pool;
  close(): Promise<void>;
}

export function databaseOn(pool: Pool): Database {
  return {
    ...sqlOn(pool),
    pool,
    prepared: async <Row extends QueryResultRow>({ name, sql }: Prepared, parameters: readonly SqlValue[]) => {
      const result = await pool.query<Row>({ name, text: sql, values: [...parameters], types });
      return result.rows;
    },
    transaction: (work) => inTransaction(pool, work),
    close: () => pool.end(),
  };
}

function sqlOn(on: Pool | PoolClient): Sql {
  return {
    query: async <Row extends QueryResultRow>(sql: string, parameters: readonly SqlValue[] = []) => {
      const result = await on.query<Row>({ text: sql, values: [...parameters], types });
      return result.rows;
    },
    builder: builderOn((sql, parameters) => on.query({ text: sql, values: [...parameters], types })),
  };
}

async function inTransaction<T>(pool: Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(sqlOn(client));
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that cannot roll back does not return to the pool.
    await client.query('rollback').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}
