import { raisedText } from '../../text/markdown/raised-text.ts';

/** A run of text from pdf.js. */
export interface TextItem {
  str: string;
  /** `[a, b, c, d, x, y]`; the origin is the page's lower left corner. */
  transform: number[];
  width: number;
  height: number;
  /** Whether the font is monospaced. */
  isFixed?: boolean;
}

export interface PdfLine {
  /** Parts separated by wide gaps, such as the cells of a table. */
  cells: string[];
  /** In points; the size of most of its characters. */
  fontSize: number;
  y: number;
  x: number;
  /** Its text with its original spaces, if all of it is monospaced. */
  code?: { text: string; characterWidth: number };
}

/** Two runs share a line if their base lines are this close, as a fraction of the font size. */
const SAME_LINE = 0.4;
/** As fractions of the font size: a smaller gap is not a space, a larger one separates columns. */
const SPACE = 0.15;
const COLUMN = 1.8;

interface OpenLine {
  cells: string[];
  x: number;
  y: number;
  end: number;
  /** Size of its last run that is neither superscript nor subscript. */
  size: number;
  drawn: Array<{ size: number; length: number }>;
  code: Array<{ text: string; x: number; width: number }> | undefined;
}

/** The lines of a page in the file's drawing order, so that columns stay one after the other. */
export function linesOf(items: TextItem[]): PdfLine[] {
  const lines: OpenLine[] = [];
  for (const { str, transform, width, height, isFixed } of items) {
    if (str.trim() === '') continue;
    const [a = 0, b = 0, , , x = 0, y = 0] = transform;
    const size = height || Math.hypot(a, b) || 1;
    const line = lines.at(-1);
    const position = line && raisedPosition(line, { size, x, y });
    if (line && position) appendRaised(line, str, position);
    else if (line && Math.abs(line.y - y) < size * SAME_LINE && x >= line.x) {
      append(line.cells, str, (x - line.end) / size);
      line.size = size;
    } else lines.push({ cells: [str], x, y, end: x, size, drawn: [], code: [] });
    const current = lines.at(-1);
    if (!current) continue;
    current.end = x + width;
    current.drawn.push({ size, length: str.length });
    if (isFixed) current.code?.push({ text: str, x, width });
    else current.code = undefined;
  }
  return lines.map(closed);
}

const SMALLER = 0.85;
const LARGEST_GAP = 0.5;
const LEAST_SHIFT = 0.12;
const MOST_SHIFT = 0.7;

/** The position of a smaller run that closely follows a line off its base line: superscript or subscript. */
function raisedPosition(
  line: OpenLine,
  { size, x, y }: { size: number; x: number; y: number },
): 'above' | 'below' | undefined {
  const shift = (y - line.y) / line.size;
  const isBehind = x >= line.end - line.size && x - line.end < line.size * LARGEST_GAP;
  if (size >= line.size * SMALLER || !isBehind || Math.abs(shift) < LEAST_SHIFT || Math.abs(shift) > MOST_SHIFT)
    return undefined;
  return shift > 0 ? 'above' : 'below';
}

function appendRaised(line: OpenLine, content: string, position: 'above' | 'below'): void {
  const before = line.cells.pop() ?? '';
  line.cells.push(before + raisedText({ content: content.trim(), position, before }));
}

function append(cells: string[], text: string, gap: number): void {
  if (gap > COLUMN) cells.push(text);
  else cells.push(`${cells.pop() ?? ''}${gap > SPACE ? ' ' : ''}${text}`);
}

function closed({ cells, x, y, drawn, code }: OpenLine): PdfLine {
  const widest = drawn.toSorted((a, b) => b.length - a.length)[0];
  const folded = cells.map((cell) => cell.replace(/\s+/g, ' ').trim()).filter((cell) => cell !== '');
  return { cells: folded, x, y, fontSize: widest?.size ?? 1, ...(code && { code: codeOf(code) }) };
}

function codeOf(runs: ReadonlyArray<{ text: string; x: number; width: number }>): {
  text: string;
  characterWidth: number;
} {
  const characterWidth =
    runs.reduce((sum, { width }) => sum + width, 0) /
      Math.max(
        1,
        runs.reduce((sum, { text }) => sum + text.length, 0),
      ) || 1;
  const [first] = runs;
  let text = '';
  for (const run of runs) text = text.padEnd(Math.round((run.x - (first?.x ?? 0)) / characterWidth)) + run.text;
  return { text: text.trimEnd(), characterWidth };
}
