import type { Sql, SqlValue } from './database.ts';

const ROWS_AT_ONCE = 100;

/**
 * Pages of rows in the order of their `id`, read as they are taken.
 *
 * @param select a statement that ends in conditions, to which the page's are added
 */
export async function* pagesById<Row extends { id: string }>(
  sql: Sql,
  select: string,
  parameters: readonly SqlValue[] = [],
): AsyncGenerator<Row[]> {
  const page = `${select} and id > $${parameters.length + 1} order by id limit ${ROWS_AT_ONCE}`;
  let last = '';
  for (;;) {
    const rows = await sql.query<Row & Record<string, unknown>>(page, [...parameters, last]);
    yield rows;
    last = rows.at(-1)?.id ?? '';
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/** As `pagesById`, row by row. */
export async function* rowsById<Row extends { id: string }>(
  sql: Sql,
  select: string,
  parameters: readonly SqlValue[] = [],
): AsyncGenerator<Row> {
  for await (const page of pagesById<Row>(sql, select, parameters)) yield* page;
}
