/** In characters: the text of a document has at most 1 MiB. */
export const MAX_TABLE_LENGTH = 1024 * 1024;
const MOST_COLUMNS = 200;

/** Rows as a Markdown table whose first row is the head. Blank rows and columns at the end are left out. */
export function markdownTable(rows: readonly (readonly string[])[]): { markdown: string; isCut: boolean } {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
  const columns = filled.reduce((most, row) => Math.min(MOST_COLUMNS, Math.max(most, widthOf(row))), 0);
  const [head, ...body] = filled;
  if (!head || columns === 0) return { markdown: '', isCut: false };
  const lines = [lineOf(head, columns), `|${' --- |'.repeat(columns)}`];
  let length = 0;
  for (const row of body) {
    const line = lineOf(row, columns);
    length += line.length + 1;
    if (length > MAX_TABLE_LENGTH) return { markdown: lines.join('\n'), isCut: true };
    lines.push(line);
  }
  return { markdown: lines.join('\n'), isCut: false };
}

const widthOf = (row: readonly string[]) => row.findLastIndex((cell) => cell.trim() !== '') + 1;

const lineOf = (row: readonly string[], columns: number) =>
  `| ${Array.from({ length: columns }, (_, column) => cellOf(row[column] ?? '')).join(' | ')} |`;

const cellOf = (text: string) =>
  text
    .trim()
    .replace(/\s*[\r\n]+\s*/g, ' ')
    .replaceAll('|', String.raw`\|`);
