import type { PdfLine } from './pdf-lines.ts';

/** On fewer pages a repeated line is text, unless it is set apart at the same position. */
const FEWEST_PAGES = 3;
/** Left and right pages, and chapters, have different running heads. */
const SHARE_OF_PAGES = 0.2;
/** As a fraction of the font size: a line this far from the text is set apart. */
const APART = 1.9;
const SAME_PLACE = 3;
const LONGEST = 120;
const PAGE_NUMBER =
  /^(?:(?:page|seite|p\.|pág\.?|página)\s*)?[-–—|·\s]*(\d{1,4}|[ivxlc]{1,7})[-–—|·\s]*(?:(?:of|\/|von|de|sur)\s*\d{1,4})?$/i;

/** Removes running heads and page numbers: lines at the top or the bottom of many pages. */
export function withoutRunningLines(pages: PdfLine[][]): PdfLine[][] {
  const edges = pages.map(edgesOf);
  const counts = new Map<string, PdfLine[]>();
  for (const lines of edges) {
    for (const [key, line] of new Map(lines.map((one) => [keyOf(one.line), one.line])))
      counts.set(key, [...(counts.get(key) ?? []), line]);
  }
  const isRunning = ({ line, isApart }: EdgeLine) => {
    const same = counts.get(keyOf(line)) ?? [];
    if (same.length >= Math.max(FEWEST_PAGES, pages.length * SHARE_OF_PAGES)) return true;
    if (!isApart || same.length < 2) return false;
    const isAtOnePlace = same.every(({ y }) => Math.abs(y - line.y) <= SAME_PLACE);
    return isAtOnePlace && (same.length >= FEWEST_PAGES || pages.length === 2 || PAGE_NUMBER.test(textOf(line)));
  };
  return pages.map((lines, page) => {
    const running = new Set((edges[page] ?? []).filter(isRunning).map(({ line }) => line));
    return lines.filter((line) => !running.has(line));
  });
}

interface EdgeLine {
  line: PdfLine;
  isApart: boolean;
}

const textOf = ({ cells }: PdfLine) => cells.join(' ').trim();

function keyOf(line: PdfLine): string {
  const text = textOf(line);
  const pattern = PAGE_NUMBER.test(text) ? 'page number' : text.replace(/\d+/g, '0').replace(/\b[ivxlc]+$/i, '0');
  return `${Math.round(line.fontSize * 2) / 2} ${pattern}`;
}

/** The two uppermost and the two lowest rows, whatever the file's drawing order. */
function edgesOf(lines: readonly PdfLine[]): EdgeLine[] {
  const sorted = lines.toSorted((a, b) => b.y - a.y);
  const rows = [...new Set(sorted.map(({ y }) => y))];
  const edge = new Set([...rows.slice(0, 2), ...rows.slice(-2)]);
  return sorted
    .filter((line) => edge.has(line.y) && textOf(line).length <= LONGEST)
    .map((line) => ({ line, isApart: isApart(line, rows) }));
}

function isApart({ y, fontSize }: PdfLine, rows: readonly number[]): boolean {
  const row = rows.indexOf(y);
  const inner = row < rows.length / 2 ? rows[row + 1] : rows[row - 1];
  return inner === undefined || Math.abs(inner - y) > fontSize * APART;
}
