import { sentenceSegments } from '../text/markdown/sentence-segments.ts';
import { countWords } from './count-words.ts';
import type { BlockKind } from './block.ts';
import { scanLines, LIST_MARK } from './scan-lines.ts';

/** A passage of prose; longer ones are about several things. */
export const PASSAGE_WORDS = 200;
// A single "sentence" may be a log of any length; the index and a snippet need it in pieces.
const MAX_SENTENCE_CHARACTERS = 2_000;
// For text whose "words" are of any length: keys, addresses, runs of emoji.
export const MAX_PASSAGE_CHARACTERS = 4_000;

/**
 * A block in pieces that fit into a passage: code at the ends of lines, each piece between fences of its own; a table at
 * the ends of rows, each piece below the head; a list at its items; other text at the ends of sentences.
 */
export function cutBlock(kind: BlockKind, text: string): string[] {
  if (fits(text)) return [text];
  switch (kind) {
    case 'code':
      return cutCode(text);
    case 'table':
      return cutTable(text);
    case 'list':
    case 'contents':
      return packed(
        itemsOf(text).flatMap((item) => (fits(item) ? [item] : cutItem(item))),
        '\n',
      );
    case 'paragraph':
    case 'quote':
      return cutProse(text);
  }
}

function fits(text: string): boolean {
  return text.length <= MAX_PASSAGE_CHARACTERS && countWords(text) <= PASSAGE_WORDS;
}

/** The parts joined as long as they fit together. */
function packed(parts: Iterable<string>, between: string): string[] {
  const pieces: string[] = [];
  let current = '';
  let words = 0;
  for (const part of parts) {
    const length = countWords(part);
    const isFull = words + length > PASSAGE_WORDS || current.length + part.length > MAX_PASSAGE_CHARACTERS;
    if (current !== '' && isFull) {
      pieces.push(current);
      current = '';
      words = 0;
    }
    current += (current && between) + part;
    words += length;
  }
  return [...pieces, current]
    .map((piece) => piece.replace(/^(?:[ \t]*\n)+/, '').trimEnd())
    .filter((piece) => piece !== '');
}

function cutProse(text: string): string[] {
  const sentences = Array.from(sentenceSegments(text), (segment) => segment.text);
  return packed(
    sentences.flatMap((sentence) => [...slices(sentence)]),
    '',
  ).map((piece) => piece.trim());
}

/** An item may hold blocks of every kind. */
function cutItem(item: string): string[] {
  const [mark = ''] = LIST_MARK.exec(item) ?? [];
  const inner = item.slice(mark.length).replaceAll(new RegExp(`\\n[ \\t]{1,${Math.max(1, mark.length)}}`, 'g'), '\n');
  return Array.from(scanLines(inner.split('\n'))).flatMap(({ kind, lines }) => {
    const text = lines.join('\n');
    return kind === 'list'
      ? packed(itemsOf(text).flatMap(cutLines), '\n')
      : cutBlock(kind === 'heading' ? 'paragraph' : kind, text);
  });
}

function itemsOf(list: string): string[] {
  return list.split(/\n(?=(?:[-*+•]|\d{1,9}[.)])[ \t])/);
}

const cutLines = (text: string) => (fits(text) ? [text] : cutProse(text));

function cutTable(table: string): string[] {
  const [head = '', rule = '', ...rows] = table.split('\n');
  const top = `${head}\n${rule}\n`;
  return packed(
    rows.flatMap((row) => [...slices(row)]),
    '\n',
  ).map((piece) => top + piece);
}

/** A line that is too long for a block is cut like a sentence. */
function cutCode(block: string): string[] {
  const [open = '', fence = ''] = /^(?:[ \t]*(`{3,}|~{3,})[^\n]*\n)/.exec(block) ?? [];
  const isClosed = fence !== '' && /\n[ \t]*(?:`{3,}|~{3,})[ \t]*\n?$/.test(block);
  const body = block.slice(open.length, isClosed ? block.trimEnd().lastIndexOf('\n') : undefined);
  const pieces = packed(
    body.split(/(?<=\n)/).flatMap((line) => [...slices(line)]),
    '',
  );
  return open === '' ? pieces : pieces.map((piece) => `${open}${piece.trimEnd()}\n${fence}`);
}

/** Ends a slice at the last white space before the limit, and never inside a surrogate pair. */
function* slices(sentence: string): Generator<string> {
  let start = 0;
  while (sentence.length - start > MAX_SENTENCE_CHARACTERS) {
    const end = sliceEnd(sentence, start, start + MAX_SENTENCE_CHARACTERS);
    yield sentence.slice(start, end);
    start = end;
  }
  yield sentence.slice(start);
}

function sliceEnd(sentence: string, start: number, limit: number): number {
  for (let end = limit; end > start + MAX_SENTENCE_CHARACTERS / 2; end -= 1) {
    if (/\s/.test(sentence.charAt(end - 1))) return end;
  }
  const splitsPair = /[\uD800-\uDBFF]/.test(sentence.charAt(limit - 1));
  return splitsPair ? limit - 1 : limit;
}
