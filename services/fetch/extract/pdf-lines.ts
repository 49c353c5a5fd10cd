/** A run of text as pdf.js gives it. */
export interface TextItem {
  str: string;
  /** `[a, b, c, d, x, y]`; the origin is the page's lower left corner. */
  transform: number[];
  width: number;
  height: number;
}

export interface Line {
  /** Parts that stand apart, as the cells of a table do. */
  cells: string[];
  /** In points, of the most of its characters. */
  fontSize: number;
  y: number;
  x: number;
}

/** Two runs belong to one line where their base lines are so close, in parts of the font size. */
const SAME_LINE = 0.4;
/** In parts of the font size: less is no space at all, more is the next column. */
const SPACE = 0.15;
const COLUMN = 1.8;

/** The lines of a page, in the order in which the file draws them: columns stay one after the other. */
export function linesOf(items: TextItem[]): Line[] {
  const lines: Array<Line & { end: number; drawn: Array<{ size: number; length: number }> }> = [];
  for (const { str, transform, width, height } of items) {
    if (str.trim() === '') continue;
    const [a = 0, b = 0, , , x = 0, y = 0] = transform;
    const size = height || Math.hypot(a, b) || 1;
    const line = lines.at(-1);
    if (line && Math.abs(line.y - y) < size * SAME_LINE && x >= line.x) {
      append(line.cells, str, (x - line.end) / size);
      line.end = x + width;
      line.drawn.push({ size, length: str.length });
    } else {
      lines.push({ cells: [str], fontSize: size, x, y, end: x + width, drawn: [{ size, length: str.length }] });
    }
  }
  return lines.map(({ cells, x, y, drawn }) => {
    const widest = drawn.toSorted((a, b) => b.length - a.length)[0];
    return { cells: cells.map((cell) => cell.replace(/\s+/g, ' ').trim()).filter((cell) => cell !== ''), x, y, fontSize: widest?.size ?? 1 };
  });
}

function append(cells: string[], text: string, gap: number): void {
  if (gap > COLUMN) cells.push(text);
  else cells.push(`${cells.pop() ?? ''}${gap > SPACE ? ' ' : ''}${text}`);
}
