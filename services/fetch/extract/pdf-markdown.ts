import { largest } from './largest.ts';
import type { Line } from './pdf-lines.ts';

/** A heading is set larger than the text by this, and is no longer than that. */
const LARGER = 1.15;
const LONGEST_HEADING = 200;
const HEADING_LEVELS = 3;
/** Lines further apart than this, in parts of the font size, start a paragraph. */
const LINE_GAP = 1.75;
/** Fewer rows are words that happen to stand apart. */
const FEWEST_ROWS = 2;

const BULLET = /^\s*[•◦▪‣●○■–-]\s+/u;

interface Block {
  type: 'heading' | 'text' | 'item' | 'table';
  lines: Line[];
}

/** The lines of all pages as Markdown: headings by the size of their font, paragraphs, tables. */
export function pdfMarkdown(pages: Line[][]): { markdown: string; heading?: string } {
  const texts = withoutRunningLines(pages);
  const textSize = commonSize(texts.flat());
  const blocks = texts.flatMap((lines) => blocksOf(lines, textSize));
  const sizes = [...new Set(blocks.filter(({ type }) => type === 'heading').map(({ lines }) => rounded(lines[0]?.fontSize ?? 0)))].toSorted((a, b) => b - a);
  const levelOf = (size: number) => Math.min(sizes.indexOf(rounded(size)) + 1, HEADING_LEVELS);
  const markdown = joined(blocks).map((block) => write(block, levelOf)).filter((text) => text !== '').join('\n\n');
  const first = blocks.find(({ type, lines }) => type === 'heading' && rounded(lines[0]?.fontSize ?? 0) === sizes[0]);
  return { markdown, ...(first && { heading: textOf(first.lines) }) };
}

const rounded = (size: number) => Math.round(size * 2) / 2;

/** On fewer pages a line that is there again is text. */
const FEWEST_PAGES = 3;

/** Pages without what stands at the top or the bottom of many of them: titles, and numbers of pages. */
function withoutRunningLines(pages: Line[][]): Line[][] {
  const counts = new Map<string, number>();
  const keyOf = ({ cells, fontSize }: Line) => `${rounded(fontSize)} ${cells.join(' ').replace(/\d+/g, '0')}`;
  const edgesOf = (lines: Line[]) => new Set([0, 1, lines.length - 2, lines.length - 1].map((index) => lines[index]).filter((line) => line !== undefined));
  for (const lines of pages) {
    for (const key of new Set(Array.from(edgesOf(lines), keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isRunning = (line: Line) => (counts.get(keyOf(line)) ?? 0) >= Math.max(FEWEST_PAGES, pages.length * SHARE_OF_PAGES);
  return pages.map((lines) => {
    const edges = edgesOf(lines);
    return lines.filter((line) => !(edges.has(line) && isRunning(line)));
  });
}

/** Left and right pages, and chapters, have different ones. */
const SHARE_OF_PAGES = 0.2;

/** The size in which most of the characters are set. */
function commonSize(lines: Line[]): number {
  const characters = new Map<number, number>();
  for (const { fontSize, cells } of lines) {
    const size = rounded(fontSize);
    characters.set(size, (characters.get(size) ?? 0) + cells.join('').length);
  }
  return [...characters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 1;
}

function blocksOf(lines: Line[], textSize: number): Block[] {
  const blocks: Block[] = [];
  let above: Line | undefined;
  for (const line of lines) {
    const type = typeOf(line, textSize);
    const block = blocks.at(-1);
    const isNext = above !== undefined && above.y - line.y > 0 && above.y - line.y < Math.max(above.fontSize, line.fontSize) * LINE_GAP;
    const isSameSize = above !== undefined && rounded(above.fontSize) === rounded(line.fontSize);
    const isOfItem = block?.type === 'item' && type === 'text' && line.x > (block.lines[0]?.x ?? 0);
    const goesOn = isOfItem ? isNext : block?.type === type && type !== 'item' && (type === 'table' || (isNext && (type === 'text' || isSameSize)));
    if (goesOn) block?.lines.push(line);
    else blocks.push({ type, lines: [line] });
    above = line;
  }
  return blocks.map((block) => (block.type === 'table' && block.lines.length < FEWEST_ROWS ? { ...block, type: 'text' } : block));
}

function typeOf({ fontSize, cells }: Line, textSize: number): Block['type'] {
  const length = cells.join(' ').length;
  if (fontSize >= textSize * LARGER && length <= LONGEST_HEADING && /\p{L}/u.test(cells.join(''))) return 'heading';
  if (BULLET.test(cells[0] ?? '') || (cells.length === 2 && BULLET.test(`${cells[0]} `))) return 'item';
  return cells.length > 1 ? 'table' : 'text';
}

/** A paragraph that a page's end cuts in the middle of a sentence goes on. */
function joined(blocks: Block[]): Block[] {
  const whole: Block[] = [];
  for (const block of blocks) {
    const last = whole.at(-1);
    const isCut = last?.type === 'text' && block.type === 'text' && /[\p{Ll},-]$/u.test(textOf(last.lines)) && /^\p{Ll}/u.test(textOf(block.lines));
    if (isCut) last.lines = last.lines.concat(block.lines);
    else whole.push({ ...block, lines: [...block.lines] });
  }
  return whole;
}

function write({ type, lines }: Block, levelOf: (size: number) => number): string {
  if (type === 'heading') return `${'#'.repeat(levelOf(lines[0]?.fontSize ?? 0))} ${textOf(lines)}`;
  if (type === 'table') return tableOf(lines);
  if (type === 'item') return `- ${textOf(lines).replace(BULLET, '')}`;
  return textOf(lines);
}

/** Lines as one paragraph; a word that is broken at a line's end is whole again. */
function textOf(lines: Line[]): string {
  return lines
    .map(({ cells }) => cells.join(' '))
    .reduce((text, line) => (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line) ? text.slice(0, -1) + line : `${text} ${line}`), '')
    .trim();
}

function tableOf(lines: Line[]): string {
  const columns = largest(lines.map(({ cells }) => cells.length));
  const row = (cells: string[]) => `| ${Array.from({ length: columns }, (_, column) => (cells[column] ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  const [header = { cells: [] }, ...others] = lines;
  return [row(header.cells), `|${' --- |'.repeat(columns)}`, ...others.map(({ cells }) => row(cells))].join('\n');
}
