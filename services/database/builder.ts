import {
  DefaultQueryExecutor,
  PostgresAdapter,
  PostgresQueryCompiler,
  QueryCreator,
  sql,
  type CompiledQuery,
  type QueryResult,
  type RawBuilder,
} from 'kysely';
import type { Tables } from '../../entities/row-types.ts';

/** Statements whose tables, columns and rows are typed by the entities. Each is one round trip. */
export type Builder = QueryCreator<Tables>;

/** Runs one compiled statement, on the pool or on the client of a transaction. */
export type RunCompiled = (sql: string, parameters: readonly unknown[]) => Promise<CompiledResult>;

interface CompiledResult {
  rows: unknown[];
  rowCount: number | null;
}

const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();

/** A builder on a borrowed connection, which it neither acquires nor releases. It begins and ends no transactions. */
export function builderOn(run: RunCompiled): Builder {
  const connection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows, rowCount } = await run(sql, parameters);
      // The statement's type states the type of its rows.
      return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
    },
    streamQuery(): never {
      throw new Error('statements of the builder cannot be streamed: read pages of rows');
    },
  };
  return new QueryCreator<Tables>({
    executor: new DefaultQueryExecutor(compiler, adapter, {
      provideConnection: (consumer) => consumer(connection),
    }),
  });
}

/** For `where('id', '=', anyOf(ids))`: one parameter for any number of values, including none. */
export function anyOf<Value>(values: readonly Value[]): RawBuilder<Value> {
  return sql<Value>`any(${values})`;
}

/** For `where('id', '<>', noneOf(ids))`: one parameter for any number of values. No values exclude no row. */
export function noneOf<Value>(values: readonly Value[]): RawBuilder<Value> {
  return sql<Value>`all(${values})`;
}
