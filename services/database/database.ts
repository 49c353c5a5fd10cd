import pg, { type Pool, type PoolClient, type QueryResultRow } from 'pg';
import { builderOn, type Builder } from './builder.ts';

// The ORM sets its pool to return timestamps as text; our own statements want Dates.
const types = new pg.TypeOverrides();

/** Values as `pg` binds them. int64 travels as a string or bigint, never as a number. */
export type SqlValue = string | number | bigint | boolean | Date | Buffer | null | undefined | readonly SqlValue[];

/** Something that runs one statement with bound parameters: the pool, or a transaction. */
export interface Sql {
  /** Statements typed by the entities, run as those of `query` are. */
  readonly builder: Builder;
  /** Rows of one statement. `$1`-style parameters; int8 comes back as a string. */
  query<Row extends QueryResultRow>(sql: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
}

/** A statement that is run so often that each connection is to plan it only once. */
export interface Prepared {
  /** Unique among all of ours. */
  name: string;
  sql: string;
}

/** Our one door to PostgreSQL. */
export interface Database extends Sql {
  /** As `query`, with the statement planned once a connection. A connection pooler in between must know prepared statements. */
  prepared<Row extends QueryResultRow>(statement: Prepared, parameters: readonly SqlValue[]): Promise<Row[]>;
  /** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
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
    // A connection that cannot even roll back is not given back to the pool.
    await client.query('rollback').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}
