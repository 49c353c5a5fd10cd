import { sentencesOf } from '../../answer/sentences.ts';
import { wordsOf } from '../../index/words.ts';
import { isCommonPhrase } from './common-phrases.ts';
import { isFigure, isStamp, placeOf, placesIn, wordsWithFigures } from './figures.ts';
import { phraseHash } from './phrases.ts';

// "Not so." says nothing that could be new, unless it is one of several: items of a list, rows of a table.
const FEWEST_WORDS = 4;
// A sentence of which less was written in this order before is novel; one with a word changed here and there is not.
const KNOWN_FROM = 0.3;
// In a short line a single pair of words is as much as that: "2 1" of "Celtic 2 1 Rangers".
const SHORT_BELOW_WORDS = 8;
const SHORT_LINE_KNOWN_FROM = 0.5;
// Of the figures that stand where an original has one. Reprints correct a figure or two; another bulletin changes most.
const OTHER_FIGURES_FROM = 0.25;

/** Below it a text is a reprint, below the other an update of what was delivered. @see decisions.md 8 */
export const REPRINT_BELOW = 0.02;
export const UPDATE_BELOW = 0.6;

/** What a text is compared with: every two words that follow each other in it, and the places of its figures. */
export function wordPairsOf(text: string): Set<string> {
  const words = wordsWithFigures(text);
  return new Set([...pairs(words), ...placesIn(words)]);
}

function pairs(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}

interface Sentence {
  words: string[];
  /** A list item, a row of a table, a heading: it ends with no full stop. */
  isLine: boolean;
  /** Other texts have it too, but for its figures: only another figure in it is new. */
  isCommon: boolean;
}

/** What a text says, sentence by sentence. Boilerplate is left out; short sentences that follow each other are one. */
export type Said = readonly Sentence[];

/** @param isBoilerplate of the hash of a sentence's words */
export function saidIn(text: string, isBoilerplate: (phrase: number) => boolean): Said {
  const said = sentencesOf(text).flatMap((sentence) => {
    const spoken = wordsOf(sentence);
    if (isCommonPhrase(spoken) || isStamp(sentence)) return [];
    const words = wordsWithFigures(sentence);
    const isCommon = isBoilerplate(phraseHash(spoken));
    // "12 cups of tea long" is of the site; what is longer may be a bulletin's, which says the same of each week.
    if (isCommon && (words.length < SHORT_BELOW_WORDS || !words.some(isFigure))) return [];
    return [{ words, isCommon, isLine: !/[.!?…。！？][^\p{L}\p{N}]*$/u.test(sentence) }];
  });
  return joined(said);
}

/** Short sentences in a row are put together until they say enough; one between longer ones is left out. */
function joined(sentences: readonly Sentence[]): Sentence[] {
  const said: Sentence[] = [];
  let row: string[] = [];
  let before: Sentence | undefined;
  for (const sentence of sentences) {
    if (sentence.words.length >= FEWEST_WORDS) {
      before?.words.push(...row);
      [row, before] = [[], undefined];
      said.push(sentence);
      continue;
    }
    row.push(...sentence.words);
    if (row.length < FEWEST_WORDS) continue;
    before = { words: row, isLine: true, isCommon: false };
    said.push(before);
    row = [];
  }
  before?.words.push(...row);
  return said;
}

/**
 * How much of a text is in sentences that none of the known texts has, by words, 0 to 1. Sentences that are changed in a
 * word or stand in another place are known ones; those with other figures are not, where figures are what has changed. A
 * text of which nothing is left to compare is no reprint of anything: 1.
 *
 * @param known of the texts that were delivered, as `wordPairsOf`
 */
export function novelShare(said: Said, known: ReadonlyArray<ReadonlySet<string>>): number {
  const isKnown = (what: string) => known.some((one) => one.has(what));
  const figures = said.map(({ words }) => figuresIn(words, isKnown));
  const other = figures.flat().filter((isOther) => isOther).length;
  const areOther = other > 0 && other >= figures.flat().length * OTHER_FIGURES_FROM;
  let novel = 0;
  let all = 0;
  for (const [index, sentence] of said.entries()) {
    const hasOther = areOther && figures[index]?.includes(true) === true;
    if (sentence.isCommon && !hasOther) continue;
    all += sentence.words.length;
    if (hasOther || isNovel(sentence, isKnown)) novel += sentence.words.length;
  }
  return all === 0 ? 1 : novel / all;
}

function isNovel({ words, isLine }: Sentence, isKnown: (what: string) => boolean): boolean {
  const all = pairs(words);
  const knownFrom = isLine && words.length < SHORT_BELOW_WORDS ? SHORT_LINE_KNOWN_FROM : KNOWN_FROM;
  return all.filter(isKnown).length < all.length * knownFrom;
}

/** Of each figure that stands where an original has one, whether it is another. */
function figuresIn(words: readonly string[], isKnown: (what: string) => boolean): boolean[] {
  const inPlace = Array.from(words.keys()).filter((at) => isFigure(words[at] ?? '') && isKnown(placeOf(words, at)));
  return inPlace.map((at) => !pairs(words.slice(Math.max(at - 1, 0), at + 2)).some(isKnown));
}
