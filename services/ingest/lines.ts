const NEWLINE = 0x0a;

/** A line; its text is absent if it is longer than a document can be. */
export interface TextLine {
  number: number;
  text: string | undefined;
  /** Position of the line's end in the stream, in bytes. */
  endsAt: number;
}

/**
 * The lines of a stream, one at a time, without blank ones.
 *
 * @param mostBytes limit of one line: a longer one is skipped and not kept in memory
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<TextLine> {
  let parts: Buffer[] = [];
  let length = 0;
  let number = 1;
  let endsAt = 0;

  function add(part: Buffer): void {
    length += part.length;
    endsAt += part.length;
    if (length <= mostBytes) parts.push(part);
    else parts = [];
  }

  function end(): TextLine {
    const text = length <= mostBytes ? Buffer.concat(parts).toString() : undefined;
    endsAt += 1;
    const line = { number, text, endsAt };
    [parts, length] = [[], 0];
    number += 1;
    return line;
  }

  for await (const chunk of chunks) {
    let at = 0;
    for (let newline = chunk.indexOf(NEWLINE); newline !== -1; newline = chunk.indexOf(NEWLINE, at)) {
      add(chunk.subarray(at, newline));
      at = newline + 1;
      const line = end();
      if (line.text?.trim() !== '') yield line;
    }
    add(chunk.subarray(at));
  }
  const last = end();
  if (last.text?.trim() !== '') yield last;
}
