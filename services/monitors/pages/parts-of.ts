import { scanLines, LIST_MARK } from '../../blocks/scan-lines.ts';
import { storable } from '../../database/storable.ts';
import { readableText } from '../../text/markdown/plain-text.ts';
import { sentencesOf } from '../../text/sentences.ts';

// A page that holds more is compared by its beginning.
const MOST_PARTS = 5_000;
const MOST_CHARACTERS = 256 * 1_024;
// Of whole characters: half of one cannot be stored, and would differ from what is known of it.
const PIECE = /[^]{1,1000}/gu;

const TABLE_RULE = /^[\s|:-]*$/;
const FENCE = /^\s*(?:`{3,}|~{3,})/;

/** The sentences, items, rows and lines of code of a page's Markdown, in order, as readable text that can be stored. */
export function partsOf(markdown: string): string[] {
  const parts: string[] = [];
  let characters = 0;
  for (const part of allParts(markdown)) {
    characters += part.length;
    if (parts.length === MOST_PARTS || characters > MOST_CHARACTERS) break;
    parts.push(part);
  }
  return parts;
}

function* allParts(markdown: string): Generator<string> {
  for (const { kind, lines } of scanLines(markdown.split('\n'))) {
    if (kind === 'table') yield* pieces(rowsOf(lines));
    else if (kind === 'code') yield* pieces(lines.filter((line) => !FENCE.test(line)));
    else yield* pieces(sentencesOf(readableText(lines.join('\n'))).map(withoutMark));
  }
}

const withoutMark = (item: string) => item.replace(LIST_MARK, '');

function rowsOf(lines: readonly string[]): string[] {
  return lines
    .filter((line) => !TABLE_RULE.test(line))
    .map((line) => cellsOf(readableText(line.trim().replaceAll(/^\||\|$/g, ''))).join(' | '));
}

// A pattern with the space around the bars takes time with the square of its length.
const cellsOf = (row: string) => row.split('|').map((cell) => cell.trim());

function* pieces(texts: readonly string[]): Generator<string> {
  for (const text of texts) {
    for (const [piece] of storable(text.trim()).matchAll(PIECE)) yield piece;
  }
}
