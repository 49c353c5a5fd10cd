import { fencedEnd } from '../text/markdown/code-parts.ts';

/** A stretch of lines that form one block at the outermost level of a Markdown text. */
export interface Stretch {
  kind: 'heading' | 'paragraph' | 'list' | 'table' | 'code' | 'quote';
  lines: readonly string[];
  /** Of a heading, from 1. */
  level?: number;
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+\S/;
const UNDERLINE = /^ {0,3}(?:(=+)|-{2,})[ \t]*$/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
export const LIST_MARK = /^([ \t]{0,3})([-*+•]|\d{1,9}[.)])([ \t]+)(?=\S)/;
const QUOTE = /^ {0,3}>/;
const INDENTED = /^(?: {4}|\t)[ \t]*\S/;
const TABLE_RULE = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
// A longer line of text above a line of hyphens is a paragraph above a rule.
const LONGEST_HEADING = 120;

const isBlank = (line: string | undefined) => line === undefined || line.trim() === '';

/** The blocks of a text in order. The rules of CommonMark and of GFM tables, as far as they decide where a block ends. */
export function* scanLines(lines: readonly string[]): Generator<Stretch> {
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    if (isBlank(line) || (RULE.test(line) && !LIST_MARK.test(line))) {
      at += 1;
      continue;
    }
    const stretch = stretchAt(lines, at);
    yield stretch;
    at += stretch.lines.length;
  }
}

function stretchAt(lines: readonly string[], at: number): Stretch {
  const line = lines[at] ?? '';
  const upTo = (end: number) => lines.slice(at, end);
  const heading = HEADING.exec(line);
  if (heading) return { kind: 'heading', level: heading[1]?.length ?? 1, lines: upTo(at + 1) };
  const endOfFence = fencedEnd(lines, at);
  if (endOfFence !== undefined && !LIST_MARK.test(line) && !QUOTE.test(line))
    return { kind: 'code', lines: upTo(endOfFence) };
  if (isTableHead(lines, at)) return { kind: 'table', lines: upTo(endOfTable(lines, at)) };
  if (LIST_MARK.test(line)) return { kind: 'list', lines: upTo(endOfList(lines, at)) };
  if (QUOTE.test(line)) return { kind: 'quote', lines: upTo(endWhere(lines, at, isBlank)) };
  if (INDENTED.test(line)) return { kind: 'code', lines: upTo(endOfIndented(lines, at)) };
  const underline = UNDERLINE.exec(lines[at + 1] ?? '');
  if (underline && line.length <= LONGEST_HEADING)
    return { kind: 'heading', level: underline[1] ? 1 : 2, lines: upTo(at + 2) };
  return { kind: 'paragraph', lines: upTo(endWhere(lines, at, (_, place) => interrupts(lines, place))) };
}

function endWhere(
  lines: readonly string[],
  start: number,
  ends: (line: string | undefined, place: number) => boolean,
): number {
  let at = start + 1;
  while (at < lines.length && !ends(lines[at], at)) at += 1;
  return at;
}

/** Whether a line ends the paragraph above it. */
function interrupts(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  return (
    isBlank(line) ||
    HEADING.test(line) ||
    QUOTE.test(line) ||
    /^ {0,3}(?:`{3,}|~{3,})/.test(line) ||
    /^ {0,3}(?:[-*+•]|1[.)])[ \t]+\S/.test(line) ||
    isTableHead(lines, at)
  );
}

function isTableHead(lines: readonly string[], at: number): boolean {
  const [head = '', rule = ''] = [lines[at], lines[at + 1]];
  return head.includes('|') && rule.includes('-') && rule.includes('|') && TABLE_RULE.test(rule);
}

const endOfTable = (lines: readonly string[], at: number) =>
  endWhere(lines, at + 1, (line) => isBlank(line) || line?.includes('|') !== true);

/** A list ends at a line that is neither an item, nor indented as a part of one, nor the rest of a paragraph in one. */
function endOfList(lines: readonly string[], start: number): number {
  let end = start + 1;
  let isAfterBlank = false;
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isBlank(line)) {
      isAfterBlank = true;
      continue;
    }
    const isPart = LIST_MARK.test(line) ? !RULE.test(line) : /^(?: {2,}|\t)/.test(line);
    if (!isPart && (isAfterBlank || interrupts(lines, at))) break;
    end = at + 1;
    isAfterBlank = false;
  }
  return end;
}

function endOfIndented(lines: readonly string[], start: number): number {
  let end = start + 1;
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (INDENTED.test(line)) end = at + 1;
    else if (!isBlank(line)) break;
  }
  return end;
}
