/** At which a page of a listing ends, with one item at least. */
export const PAGE_BYTES = 3.5 * 1024 * 1024;

/** One page of a listing: as many of the items as fit into `PAGE_BYTES`. @param hasMore whether there are others behind them */
export function pageOf<Item>(items: readonly Item[], hasMore: boolean): { items: Item[]; hasMore: boolean } {
  const page = withinBytes(items, PAGE_BYTES);
  return { items: page, hasMore: hasMore || page.length < items.length };
}

/** The beginning of a list whose JSON fits into so many bytes; one item always does. */
function withinBytes<Item>(items: readonly Item[], maxBytes: number): Item[] {
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes > maxBytes && index > 0;
  });
  return end === -1 ? [...items] : items.slice(0, end);
}
