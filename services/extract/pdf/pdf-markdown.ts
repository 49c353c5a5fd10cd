import { largest } from '../dom/largest.ts';
import { fenced } from '../../text/markdown/write-code.ts';
import { escapeInline, escapeLineStarts } from '../markdown/markdown-escapes.ts';
import type { PdfLine } from './pdf-lines.ts';
import { withoutRunningLines } from './pdf-running-lines.ts';

/** A heading is larger than the text by this factor, and no longer than this. */
const LARGER = 1.15;
const LONGEST_HEADING = 200;
const HEADING_LEVELS = 3;
/** Lines further apart than this, as a fraction of the font size, start a paragraph. */
const LINE_GAP = 1.75;
/** Fewer rows are words with a wide gap by chance. */
const FEWEST_ROWS = 2;

const BULLET = /^\s*[•◦▪‣●○■–-]\s+/u;

interface Block {
  type: 'heading' | 'text' | 'item' | 'table' | 'code';
  lines: PdfLine[];
}

/** Writes the lines of all pages as Markdown: headings by font size, paragraphs, tables. */
export function pdfMarkdown(pages: PdfLine[][]): { markdown: string; heading?: string } {
  const texts = withCodeOfText(withoutRunningLines(pages));
  const textSize = commonSize(texts.flat());
  const blocks = texts.flatMap((lines) => blocksOf(lines, textSize));
  const sizes = [
    ...new Set(blocks.filter(({ type }) => type === 'heading').map(({ lines }) => rounded(lines[0]?.fontSize ?? 0))),
  ].toSorted((a, b) => b - a);
  const levelOf = (size: number) => Math.min(sizes.indexOf(rounded(size)) + 1, HEADING_LEVELS);
  const markdown = joined(blocks)
    .map((block) => write(block, levelOf))
    .filter((text) => text !== '')
    .join('\n\n');
  const first = blocks.find(({ type, lines }) => type === 'heading' && rounded(lines[0]?.fontSize ?? 0) === sizes[0]);
  return { markdown, ...(first && { heading: textOf(first.lines) }) };
}

const rounded = (size: number) => Math.round(size * 2) / 2;

/** If a larger share of the text is monospaced, none of it is code. */
const MOST_CODE = 0.7;

function withCodeOfText(pages: PdfLine[][]): PdfLine[][] {
  const lengthOf = (lines: readonly PdfLine[]) => lines.reduce((sum, { cells }) => sum + cells.join('').length, 0);
  const lines = pages.flat();
  if (lengthOf(lines.filter(({ code }) => code !== undefined)) <= lengthOf(lines) * MOST_CODE) return pages;
  return pages.map((page) => page.map(({ cells, fontSize, x, y }) => ({ cells, fontSize, x, y })));
}

/** The font size of most of the characters. */
function commonSize(lines: PdfLine[]): number {
  const characters = new Map<number, number>();
  for (const { fontSize, cells } of lines) {
    const size = rounded(fontSize);
    characters.set(size, (characters.get(size) ?? 0) + cells.join('').length);
  }
  return [...characters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 1;
}

function blocksOf(lines: PdfLine[], textSize: number): Block[] {
  const blocks: Block[] = [];
  let above: PdfLine | undefined;
  for (const line of lines) {
    const type = typeOf(line, textSize);
    const block = blocks.at(-1);
    const isNext =
      above !== undefined &&
      above.y - line.y > 0 &&
      above.y - line.y < Math.max(above.fontSize, line.fontSize) * LINE_GAP;
    const isSameSize = above !== undefined && rounded(above.fontSize) === rounded(line.fontSize);
    const isOfItem = block?.type === 'item' && type === 'text' && line.x > (block.lines[0]?.x ?? 0);
    const goesOn = isOfItem
      ? isNext
      : block?.type === type &&
        type !== 'item' &&
        (type === 'table' || (type === 'code' && isBelow(above, line)) || (isNext && (type === 'text' || isSameSize)));
    if (goesOn) block?.lines.push(line);
    else blocks.push({ type, lines: [line] });
    above = line;
  }
  return blocks.map((block) =>
    block.type === 'table' && block.lines.length < FEWEST_ROWS ? { ...block, type: 'text' } : block,
  );
}

/** Code continues across some blank lines. */
const BLANK_LINES_OF_CODE = 3;

const isBelow = (above: PdfLine | undefined, line: PdfLine) =>
  above !== undefined && above.y > line.y && above.y - line.y < line.fontSize * LINE_GAP * BLANK_LINES_OF_CODE;

function typeOf({ fontSize, cells, code }: PdfLine, textSize: number): Block['type'] {
  if (code !== undefined && fontSize < textSize * LARGER) return 'code';
  const length = cells.join(' ').length;
  if (fontSize >= textSize * LARGER && length <= LONGEST_HEADING && /\p{L}/u.test(cells.join(''))) return 'heading';
  if (BULLET.test(cells[0] ?? '') || (cells.length === 2 && BULLET.test(`${cells[0]} `))) return 'item';
  return cells.length > 1 ? 'table' : 'text';
}

/** Joins a paragraph that a page break cuts in the middle of a sentence. */
function joined(blocks: Block[]): Block[] {
  const whole: Block[] = [];
  for (const block of blocks) {
    const last = whole.at(-1);
    const isCut =
      last?.type === 'text' &&
      block.type === 'text' &&
      /[\p{Ll},-]$/u.test(textOf(last.lines)) &&
      /^\p{Ll}/u.test(textOf(block.lines));
    if (isCut) last.lines = last.lines.concat(block.lines);
    else whole.push({ ...block, lines: [...block.lines] });
  }
  return whole;
}

function write({ type, lines }: Block, levelOf: (size: number) => number): string {
  if (type === 'code') return codeOf(lines);
  if (type === 'heading') return `${'#'.repeat(levelOf(lines[0]?.fontSize ?? 0))} ${escapeInline(textOf(lines))}`;
  if (type === 'table') return tableOf(lines);
  if (type === 'item') return `- ${escapeInline(textOf(lines).replace(BULLET, ''))}`;
  return escapeLineStarts(escapeInline(textOf(lines)));
}

/** Joins lines into one paragraph, and words that were hyphenated at a line's end. */
function textOf(lines: PdfLine[]): string {
  return lines
    .map(({ cells }) => cells.join(' '))
    .reduce(
      (text, line) => (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line) ? text.slice(0, -1) + line : `${text} ${line}`),
      '',
    )
    .trim();
}

function tableOf(lines: PdfLine[]): string {
  const columns = largest(lines.map(({ cells }) => cells.length));
  const row = (cells: string[]) =>
    `| ${Array.from({ length: columns }, (_, column) => escapeInline(cells[column] ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  const [header = { cells: [] }, ...others] = lines;
  return [row(header.cells), `|${' --- |'.repeat(columns)}`, ...others.map(({ cells }) => row(cells))].join('\n');
}

/** Writes lines with the indentation and the blank lines that their positions show. */
function codeOf(lines: PdfLine[]): string {
  const left = Math.min(...lines.map(({ x }) => x));
  const gaps = lines
    .slice(1)
    .map(({ y }, index) => (lines[index]?.y ?? y) - y)
    .filter((gap) => gap > 0);
  const lineHeight = gaps.length > 0 ? Math.min(...gaps) : 1;
  let text = '';
  lines.forEach(({ x, y, code, cells }, index) => {
    const above = lines[index - 1];
    const blank = above ? Math.min(Math.max(Math.round((above.y - y) / lineHeight) - 1, 0), BLANK_LINES_OF_CODE) : 0;
    const indentation = ' '.repeat(Math.max(0, Math.round((x - left) / (code?.characterWidth ?? 1))));
    text += `${above ? '\n' : ''}${'\n'.repeat(blank)}${indentation}${code?.text ?? cells.join(' ')}`;
  });
  return fenced(text, '');
}
