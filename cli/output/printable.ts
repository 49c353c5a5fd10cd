// Control characters move the cursor or set the clipboard, and marks of direction reorder what is read.
const UNPRINTABLE = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

/** Text of strangers in one line, without what a terminal would obey. */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, ' ').trim();
}

/** The same for several lines. */
export function printableLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replaceAll(UNPRINTABLE, ' ').trimEnd())
    .join('\n');
}

/** Lines of at most so many columns, broken between words. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of printable(text).split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
