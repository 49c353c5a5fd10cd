const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export interface JsonMeasure {
  /** Levels of lists and objects. */
  depth: number;
  /** At least as many as the text has members, entries, lists and objects. */
  values: number;
}

/**
 * Counts what a JSON text holds in one pass over its bytes: nothing is built, and strings are skipped. A text that is not
 * JSON gets some count.
 *
 * @param maxValues where the counting ends
 */
export function measureJson(bytes: Buffer, maxValues: number): JsonMeasure {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  for (let at = 0; at < bytes.length && values <= maxValues; at += 1) {
    switch (bytes[at] ?? 0) {
      case QUOTE:
        at = endOfString(bytes, at + 1);
        break;
      case COMMA:
        values += 1;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        values += 1;
        depth += 1;
        if (depth > deepest) deepest = depth;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      default:
    }
  }
  return { depth: deepest, values };
}

/** Where the quotation mark stands that ends the string which begins at `from`, or the end of the text. */
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
