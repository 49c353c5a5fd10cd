/** At which a page of a listing ends, with one item at least. */
export const PAGE_BYTES = 3.5 * 1024 * 1024;

/** The beginning of a list whose JSON fits into so many bytes; one item always does. */
export function withinBytes<Item>(items: readonly Item[], maxBytes: number): Item[] {
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes > maxBytes && index > 0;
  });
  return end === -1 ? [...items] : items.slice(0, end);
}
