/** The items of all pages in order; each page is requested once the items of the previous one have been consumed. */
export async function* allOf<Item, Cursor>(
  pageAfter: (cursor: Cursor | undefined) => Promise<{ items: Item[]; next: Cursor | undefined }>,
): AsyncGenerator<Item> {
  let cursor: Cursor | undefined;
  do {
    const { items, next } = await pageAfter(cursor);
    yield* items;
    cursor = next;
  } while (cursor !== undefined);
}
