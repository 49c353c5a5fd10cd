import type { Sql, SqlValue } from './database.ts';

const ROWS_AT_ONCE = 100;

/** Reads the first `limit` rows whose `id` lies after this one, in the order of their ids. */
export type ReadRows<Row extends { id: string }> = (after: string, limit: number) => Promise<Row[]>;

/** Pages of rows in the order of their `id`, read as they are taken. */
async function* pagesOf<Row extends { id: string }>(read: ReadRows<Row>): AsyncGenerator<Row[]> {
  let last = '';
  for (;;) {
    const rows = await read(last, ROWS_AT_ONCE);
    yield rows;
    last = rows.at(-1)?.id ?? '';
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/** The rows of all pages, one by one. */
export async function* rowsOfPages<Row extends { id: string }>(read: ReadRows<Row>): AsyncGenerator<Row> {
  for await (const page of pagesOf(read)) yield* page;
}

/**
 * Pages of rows of a statement of SQL.
 *
 * @param select a statement that ends in conditions, to which the page's are added
 */
export function pagesById<Row extends { id: string }>(
  sql: Sql,
  select: string,
  parameters: readonly SqlValue[] = [],
): AsyncGenerator<Row[]> {
  const count = parameters.length;
  const page = `${select} and id > $${count + 1} order by id limit $${count + 2}`;
  return pagesOf((after, limit) => sql.query<Row & Record<string, unknown>>(page, [...parameters, after, limit]));
}

/** As `pagesById`, row by row. */
export async function* rowsById<Row extends { id: string }>(
  sql: Sql,
  select: string,
  parameters: readonly SqlValue[] = [],
): AsyncGenerator<Row> {
  for await (const page of pagesById<Row>(sql, select, parameters)) yield* page;
}
