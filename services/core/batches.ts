/** Splits items into batches, in order. A batch ends with the item that brings its weight to `weight` or more. */
export function* batchesByWeight<Item>(
  items: Iterable<Item>,
  weight: number,
  weightOf: (item: Item) => number,
): Generator<Item[]> {
  let batch: Item[] = [];
  let batchWeight = 0;
  for (const item of items) {
    batch.push(item);
    batchWeight += weightOf(item);
    if (batchWeight < weight) continue;
    yield batch;
    batch = [];
    batchWeight = 0;
  }
  if (batch.length > 0) yield batch;
}
