/** Size at which a page of a list ends; a page has at least one item. */
export const PAGE_BYTES = 3.5 * 1024 * 1024;

/** One page of a list: as many of the items as fit into `PAGE_BYTES`. @param hasMore whether more items follow */
export function pageOf<Item>(items: readonly Item[], hasMore: boolean): { items: Item[]; hasMore: boolean } {
  const page = withinBytes(items, PAGE_BYTES);
  return { items: page, hasMore: hasMore || page.length < items.length };
}

/** The beginning of a list whose JSON fits into this many bytes, with at least one item. */
function withinBytes<Item>(items: readonly Item[], maxBytes: number): Item[] {
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes > maxBytes && index > 0;
  });
  return end === -1 ? [...items] : items.slice(0, end);
}
