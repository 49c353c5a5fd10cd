import { sentenceSegments } from '../text/markdown/sentence-segments.ts';

const PASSAGE_WORDS = 256;
// A single "sentence" may be a table or a log of any length; the index and a snippet need it in pieces.
const MAX_SENTENCE_CHARACTERS = 2_000;
// For text whose "words" are of any length: keys, addresses, runs of emoji.
const MAX_PASSAGE_CHARACTERS = 4_000;

/**
 * Cuts a text into stretches of about 256 words that end at sentences, and never within a block of code. A block that is
 * longer than a passage is cut at the ends of its lines, each piece between fences of its own. Trimmed, never blank, in order.
 */
export function cutPassages(text: string): string[] {
  const passages: string[] = [];
  let current = '';
  let words = 0;
  const end = () => {
    passages.push(trimmed(current));
    current = '';
    words = 0;
  };
  for (const { text: stretch, isAlone } of stretchesOf(text)) {
    const length = countWords(stretch);
    const isFull = words + length > PASSAGE_WORDS || current.length + stretch.length > MAX_PASSAGE_CHARACTERS;
    if (words > 0 && (isFull || isAlone)) end();
    current += stretch;
    words += length;
    if (isAlone) end();
  }
  end();
  return passages.filter((passage) => passage !== '');
}

/** Without the white space around it; the indentation of a first line that is code stays. */
const trimmed = (passage: string) =>
  /^(?:[ \t]*\n)*(?: {4}|\t)/.test(passage) ? passage.replace(/^(?:[ \t]*\n)+/, '').trimEnd() : passage.trim();

/** What a passage is put together from; joined it is the text, but for the fences of blocks that were cut. */
function* stretchesOf(text: string): Generator<{ text: string; isAlone: boolean }> {
  for (const { text: segment, isBlock } of sentenceSegments(text)) {
    const isLong =
      segment.length > (isBlock ? MAX_PASSAGE_CHARACTERS : MAX_SENTENCE_CHARACTERS) ||
      (isBlock && countWords(segment) > PASSAGE_WORDS);
    if (!isLong) yield { text: segment, isAlone: false };
    else if (isBlock) for (const piece of blockPieces(segment)) yield { text: piece, isAlone: true };
    else for (const piece of pieces(segment)) yield { text: piece, isAlone: false };
  }
}

/** A block of code in pieces that are blocks as well; a line that is too long for one is cut like a sentence. */
function* blockPieces(block: string): Generator<string> {
  const [, open = '', fence = ''] = /^([\s>\-*+\d.)]*(`{3,}|~{3,})[^\n]*\n)/.exec(block) ?? [];
  const close = open === '' ? '' : (/\n([\s>]*(?:`{3,}|~{3,})[ \t]*)\n?$/.exec(block)?.[1] ?? fence);
  const body = block.slice(
    open.length,
    close !== '' && block.trimEnd().endsWith(close.trim()) ? block.trimEnd().lastIndexOf(close) : undefined,
  );
  let piece = '';
  let words = 0;
  for (const line of body.split(/(?<=\n)/).flatMap((whole) => [...pieces(whole)])) {
    const length = countWords(line);
    if (piece !== '' && (words + length > PASSAGE_WORDS || piece.length + line.length > MAX_SENTENCE_CHARACTERS)) {
      yield `${open}${piece.trimEnd()}\n${close}`;
      piece = '';
      words = 0;
    }
    piece += line;
    words += length;
  }
  if (piece.trim() !== '') yield `${open}${piece.trimEnd()}\n${close}`;
}

/** Ends a piece at the last white space before the limit, and never inside a surrogate pair. */
function* pieces(sentence: string): Generator<string> {
  let start = 0;
  while (sentence.length - start > MAX_SENTENCE_CHARACTERS) {
    const end = pieceEnd(sentence, start, start + MAX_SENTENCE_CHARACTERS);
    yield sentence.slice(start, end);
    start = end;
  }
  yield sentence.slice(start);
}

function pieceEnd(sentence: string, start: number, limit: number): number {
  for (let end = limit; end > start + MAX_SENTENCE_CHARACTERS / 2; end -= 1) {
    if (/\s/.test(sentence.charAt(end - 1))) return end;
  }
  const splitsPair = /[\uD800-\uDBFF]/.test(sentence.charAt(limit - 1));
  return splitsPair ? limit - 1 : limit;
}

// Scripts without spaces: two characters count as one word.
function countWords(text: string): number {
  const spaced = text.match(/\S+/g)?.length ?? 0;
  const unspaced = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  return Math.max(spaced, Math.ceil(unspaced / 2));
}
