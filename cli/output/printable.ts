// Control characters move the cursor or set the clipboard, and marks of direction reorder what is read.
const CONTROLS = String.raw`[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]`;
const UNPRINTABLE = new RegExp(`${CONTROLS}+`, 'gu');
const UNPRINTABLE_IN_LINE = new RegExp(String.raw`(?:(?!\t)${CONTROLS})+`, 'gu');

/** Text of strangers in one line, without what a terminal would obey. */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, ' ').trim();
}

/** The same for several lines, whose tabs stay. */
export function printableLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replaceAll(UNPRINTABLE_IN_LINE, ' ').trimEnd())
    .join('\n');
}

/** The same value as one line of JSON, with escapes for what a terminal would obey. JSON itself leaves some of it. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(UNPRINTABLE, (characters) =>
    Array.from(characters, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  );
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
