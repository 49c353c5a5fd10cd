import type { Output } from './output.ts';
import { printable } from './printable.ts';

const GAP = 2;

/** Rows below their headings. The last column is cut to the width of the terminal. */
export function writeTable(output: Output, headings: readonly string[], rows: ReadonlyArray<readonly string[]>): void {
  const cells = rows.map((row) => row.map(printable));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const lastLeft = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP, 0);
  const lineOf = (row: readonly string[]) => {
    const padded = row.map((cell, column) =>
      column < headings.length - 1 ? cell.padEnd((widths[column] ?? 0) + GAP) : cut(cell, output.columns - lastLeft),
    );
    return padded.join('').trimEnd();
  };
  output.write(`${output.style('bold', lineOf(headings))}\n`);
  for (const row of cells) output.write(`${lineOf(row)}\n`);
}

function cut(text: string, columns: number): string {
  return columns < 1 || text.length <= columns ? text : `${text.slice(0, columns - 1)}…`;
}
