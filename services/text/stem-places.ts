import { isAscii, stemFinder, wordsOf } from './words.ts';

/** A wanted stem in a text. */
export interface StemPlace {
  stem: string;
  /** Index of its word in the text, from 0. */
  at: number;
  /** Index of its sentence in the text, from 0. */
  sentence: number;
}

const SENTENCE_END = /(?<=[.!?。！？])\s+/u;

/** Returns a function that finds the places of these stems in a text. Caches words, so create one for each piece of work. */
export function stemPlaces(stems: readonly string[]): (text: string) => StemPlace[] {
  const stemOf = stemFinder(stems);
  const beginnings = new Set(stems.map((stem) => beginningAt(stem, 0, stem.length)));
  return (text) => (isAscii(text) ? placesInAscii(text.toLowerCase(), beginnings, stemOf) : places(text, stemOf));
}

type StemOf = ReturnType<typeof stemFinder>;

function places(text: string, stemOf: StemOf): StemPlace[] {
  let at = 0;
  return text.split(SENTENCE_END).flatMap((words, sentence) =>
    wordsOf(words).flatMap((word) => {
      at += 1;
      const stem = stemOf(word);
      return stem === undefined ? [] : [{ stem, at: at - 1, sentence }];
    }),
  );
}

/**
 * The same for a text in lower case, in one pass over its characters. Most words have another beginning than all stems,
 * so they need no string of their own: the second stage of a search reads a hundred passages.
 */
function placesInAscii(text: string, beginnings: ReadonlySet<number>, stemOf: StemOf): StemPlace[] {
  const found: StemPlace[] = [];
  let at = 0;
  let sentence = 0;
  let start = -1;
  for (let end = 0; end <= text.length; end += 1) {
    const code = end < text.length ? text.charCodeAt(end) : SPACE;
    if (isLetterOrDigit(code)) {
      if (start === -1) start = end;
      continue;
    }
    if (start !== -1) {
      const stem = beginnings.has(beginningAt(text, start, end)) ? stemOf(text.slice(start, end)) : undefined;
      if (stem !== undefined) found.push({ stem, at, sentence });
      at += 1;
      start = -1;
    }
    if (isWhiteSpace(code) && endsSentence(text.charCodeAt(end - 1))) sentence += 1;
  }
  return found;
}

const SPACE = 0x20;
const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;
const FULL_STOP = 0x2e;
const EXCLAMATION_MARK = 0x21;
const QUESTION_MARK = 0x3f;

const isLetterOrDigit = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
const isWhiteSpace = (code: number) => code === SPACE || (code >= TAB && code <= CARRIAGE_RETURN);
const endsSentence = (code: number) => code === FULL_STOP || code === EXCLAMATION_MARK || code === QUESTION_MARK;

// A stem shares its first two letters with its words: see stemFinder.
function beginningAt(text: string, start: number, end: number): number {
  return (text.charCodeAt(start) << 16) | (end - start > 1 ? text.charCodeAt(start + 1) : 0);
}
