/** The items of all pages, one after the other; a page is asked for when the one before has been taken. */
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
