/** Splits items into groups, in order. A group ends with the item that brings its weight to `weight` or more. */
export function* partsOf<Item>(
  items: Iterable<Item>,
  weight: number,
  weightOf: (item: Item) => number,
): Generator<Item[]> {
  let part: Item[] = [];
  let weightOfPart = 0;
  for (const item of items) {
    part.push(item);
    weightOfPart += weightOf(item);
    if (weightOfPart < weight) continue;
    yield part;
    part = [];
    weightOfPart = 0;
  }
  if (part.length > 0) yield part;
}
