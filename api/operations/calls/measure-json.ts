const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Byte positions: the first one, and the one after the last. */
export type Range = readonly [start: number, end: number];

export interface JsonMeasure {
  /** Depth of lists and objects. */
  depth: number;
  /** At least the number of fields, list items, lists and objects in the text. */
  values: number;
  /** The objects that are list items on the second level, such as the `documents` of a body, in order. */
  entries: Range[];
}

const ENTRY_DEPTH = 3;

/**
 * Measures a JSON text in one pass over its bytes, without building values or reading strings. A text that is not JSON
 * gets some count.
 *
 * @param maxValues the count at which the pass ends
 */
export function measureJson(bytes: Buffer, maxValues: number): JsonMeasure {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  let entryStart = -1;
  let isInList = false;
  const entries: Range[] = [];

  function open(at: number, isList: boolean): void {
    values += 1;
    depth += 1;
    if (depth > deepest) deepest = depth;
    if (depth === ENTRY_DEPTH) entryStart = isInList && !isList ? at : -1;
    if (depth === ENTRY_DEPTH - 1) isInList = isList;
  }

  function close(at: number): void {
    if (depth === ENTRY_DEPTH && entryStart !== -1) entries.push([entryStart, at + 1]);
    depth -= 1;
  }

  for (let at = 0; at < bytes.length && values <= maxValues; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) at = endOfString(bytes, at + 1);
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) open(at, byte === OPEN_LIST);
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) close(at);
  }
  return { depth: deepest, values, entries };
}

/** Position of the quotation mark that ends the string that starts at `from`, or the end of the text. */
function endOfString(bytes: Buffer, from: number): number {
  for (let at = from; ;) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote === -1) return bytes.length;
    let backslashes = 0;
    while (quote - 1 - backslashes >= from && bytes[quote - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote;
    at = quote + 1;
  }
}
