import pg, { type Pool, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import type { Observer } from '../telemetry/observer.ts';
import { ActingQuery, beginActing } from './roles/acting-query.ts';
import type { ActingAs } from './roles/roles.ts';
import { builderOn, type Builder } from './builder.ts';
import { statementName } from './statement-name.ts';

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

export interface DatabaseOptions {
  /** Measures and traces the statements, by name. Absent: nothing does. */
  observer?: Observer | undefined;
  /** The role of each statement and transaction. Absent: the connection's user. */
  as?: (() => ActingAs) | undefined;
}

export function databaseOn(pool: Pool, { observer, as }: DatabaseOptions = {}): Database {
  const run: Run = as
    ? async (config) => poolQuery(pool, new ActingQuery({ ...config, types }, as()))
    : (config) => pool.query({ ...config, types });
  return {
    ...sqlOn(run, observer),
    pool,
    prepared: async <Row extends QueryResultRow>({ name, sql }: Prepared, parameters: readonly SqlValue[]) => {
      const result = await observed(observer, sql, () => run({ name, text: sql, values: [...parameters] }));
      return result.rows as Row[];
    },
    transaction: (work) => inTransaction(pool, work, { observer, as }),
    close: () => pool.end(),
  };
}

type Run = (config: QueryConfig) => Promise<QueryResult>;

/**
 * The pool accepts any object that the driver can submit, like a query configuration; its types do not declare this.
 */
function poolQuery(pool: Pool, query: ActingQuery): Promise<QueryResult> {
  return pool.query(query as unknown as QueryConfig);
}

function sqlOn(on: Run, observer: Observer | undefined): Sql {
  const run = (text: string, parameters: readonly unknown[]) =>
    observed(observer, text, () => on({ text, values: [...parameters] }));
  return {
    query: async <Row extends QueryResultRow>(sql: string, parameters: readonly SqlValue[] = []) =>
      (await run(sql, parameters)).rows as Row[],
    builder: builderOn(run),
  };
}

function observed<T>(observer: Observer | undefined, sql: string, run: () => Promise<T>): Promise<T> {
  if (!observer) return run();
  const { verb, title } = statementName(sql);
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': verb };
  return observer.observe({ part: 'sql', name: verb, title, kind: 'client', attributes }, run);
}

async function inTransaction<T>(
  pool: Pool,
  work: (sql: Sql) => Promise<T>,
  { observer, as }: DatabaseOptions,
): Promise<T> {
  const begin = as ? beginActing(as()) : 'begin';
  const client = await pool.connect();
  const control = (statement: string) => observed(observer, statement, () => client.query(statement));
  let broken: Error | undefined;
  try {
    await control(begin);
    const result = await work(sqlOn((config) => client.query({ ...config, types }), observer));
    await control('commit');
    return result;
  } catch (error) {
    // A connection that cannot roll back does not return to the pool.
    await control('rollback').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}
