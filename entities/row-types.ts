import type { InferKyselyDB } from '@mikro-orm/sql';
import type { ColumnType, Selectable } from 'kysely';
import type { entities } from './index.ts';

type EntityTables = InferKyselyDB<(typeof entities)[number]>;

/**
 * Every table with its columns, as `services/database` reads and binds them: timestamps are Dates, int8 is a string,
 * bytes are a Buffer. JSON is read as its value and bound as text (`storableJson`), because `pg` would bind an array as
 * an array of PostgreSQL.
 */
export type Tables = { [Table in keyof EntityTables]: BoundColumns<EntityTables[Table]> };

type BoundColumns<Columns> = { [Column in keyof Columns]: BoundColumn<Columns[Column]> };

type BoundColumn<Value> =
  IsJson<NonNullable<Value>> extends true
    ? ColumnType<Value, string | OnlyNull<Value>, string | OnlyNull<Value>>
    : Value extends Uint8Array
      ? Buffer
      : Value;

// Members of a union are told apart one by one, except those of JSON: a value of it is one thing.
type IsJson<Value> = unknown extends Value
  ? true
  : [Value] extends [Scalar | readonly Scalar[] | ColumnType<infer _Read, infer _Inserted, infer _Updated>]
    ? false
    : true;

type Scalar = string | number | bigint | boolean | Date | Uint8Array;

type OnlyNull<Value> = unknown extends Value ? never : Extract<Value, null>;

/** A row of a table with all its columns. */
export type RowOf<Table extends keyof Tables> = Selectable<Tables[Table]>;

/**
 * Columns of a table as a row of raw SQL has them. A column that is renamed in its entity breaks the type.
 *
 * @example sql.query<ColumnsOf<'documents', 'id' | 'url'>>('select id, url from documents …')
 */
export type ColumnsOf<Table extends keyof Tables, Column extends keyof RowOf<Table>> = Pick<RowOf<Table>, Column>;
