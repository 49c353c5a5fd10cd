const ROWS_AT_ONCE = 100;

/** Reads the first `limit` rows whose `id` is greater than `after`, ordered by id. */
export type ReadRows<Row extends { id: string }> = (after: string, limit: number) => Promise<Row[]>;

/** Pages of rows, ordered by id. Each page is read on demand. */
export async function* pagesOf<Row extends { id: string }>(read: ReadRows<Row>): AsyncGenerator<Row[]> {
  let last = '';
  for (;;) {
    const rows = await read(last, ROWS_AT_ONCE);
    yield rows;
    last = rows.at(-1)?.id ?? '';
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/** The rows of all pages, one at a time. */
export async function* rowsOfPages<Row extends { id: string }>(read: ReadRows<Row>): AsyncGenerator<Row> {
  for await (const page of pagesOf(read)) yield* page;
}
