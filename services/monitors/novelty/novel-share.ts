import { sentencesOf } from '../../text/sentences.ts';
import { wordsOf } from '../../text/words.ts';
import { bodyOf } from './body-of.ts';
import { isCommonPhrase } from './common-phrases.ts';
import { isFigure, placedAt, placesIn, wordsWithFigures } from './figures.ts';
import { sentencesWithOtherFigures } from './other-figures.ts';
import { phraseHash } from './phrases.ts';
import { isTimestamp, withoutStopsInDates } from './timestamps.ts';

// "Not so." says nothing that could be new, unless it is one of several: items of a list, rows of a table.
const FEWEST_WORDS = 4;
// A sentence of which less was written in this order before is novel; one with a word changed here and there is not.
const KNOWN_FROM = 0.3;
// In a short line a single pair of words is as much as that: "2 1" of "Celtic 2 1 Rangers".
const SHORT_BELOW_WORDS = 8;
const SHORT_LINE_KNOWN_FROM = 0.5;
// Below a headline, fewer words may be a notice that stands in for many texts: "Sign in to read on."
const FEWEST_WORDS_OF_A_BODY = 25;

/** Below it a text is a reprint, below the other an update of what was delivered. @see docs/rules.md#monitors */
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

export interface TitledText {
  /** Empty where there is none. */
  title: string;
  text: string;
}

interface Sentence {
  words: string[];
  /** A list item, a row of a table, a heading: it ends with no full stop. */
  isLine: boolean;
  /** Other texts have it too, but for its figures: only another figure in it is new. */
  isCommon: boolean;
}

/** What a text says, sentence by sentence. Short sentences that follow each other are one. */
export interface Said {
  /** Boilerplate is left out. */
  told: readonly Sentence[];
  /** With boilerplate, where nothing else is told; dates that stand alone are left out of it too. */
  boilerplate: readonly Sentence[];
}

/**
 * What the body of a document says: a new headline above it is no news. Where hardly anything but boilerplate stands below
 * the headlines, they are compared too.
 *
 * @param isBoilerplate of the hash of a sentence's words
 */
export function saidInBody({ title, text }: TitledText, isBoilerplate: (phrase: number) => boolean): Said {
  const body = bodyOf(text, title);
  const said = saidIn(body, isBoilerplate);
  const words = said.told.reduce((sum, sentence) => sum + (sentence.isCommon ? 0 : sentence.words.length), 0);
  return body.length === text.length || words >= FEWEST_WORDS_OF_A_BODY ? said : saidIn(text, isBoilerplate);
}

/** @param isBoilerplate of the hash of a sentence's words */
export function saidIn(text: string, isBoilerplate: (phrase: number) => boolean): Said {
  const told: Sentence[] = [];
  const all: Sentence[] = [];
  for (const sentence of sentencesOf(withoutStopsInDates(text))) {
    if (isTimestamp(sentence)) continue;
    const spoken = wordsOf(sentence);
    const words = wordsWithFigures(sentence);
    const isCommon = isBoilerplate(phraseHash(spoken));
    const one = { words, isCommon, isLine: !/[.!?…。！？][^\p{L}\p{N}]*$/u.test(sentence) };
    all.push(one);
    // "12 cups of tea long" is of the site; what is longer may be a bulletin's, which says the same of each week.
    const isOfTheSite = isCommon && (words.length < SHORT_BELOW_WORDS || !words.some(isFigure));
    if (!isOfTheSite && !isCommonPhrase(spoken)) told.push(one);
  }
  const joinedTold = joined(told);
  return { told: joinedTold, boilerplate: joinedTold.every(({ isCommon }) => isCommon) ? joined(all) : [] };
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
 * word or stand in another place are known ones; those with other figures are not, where figures are what has changed. Of a
 * text that is all boilerplate, boilerplate is compared. A text without any words is no reprint of anything: 1.
 *
 * @param known of the texts that were delivered, as `wordPairsOf`
 */
export function novelShare({ told, boilerplate }: Said, known: ReadonlyArray<ReadonlySet<string>>): number {
  const isKnown = (what: string) => known.some((one) => one.has(what));
  const withOthers = sentencesWithOtherFigures(told, known);
  const compared = told.filter((sentence) => !sentence.isCommon || withOthers.has(sentence));
  let novel = 0;
  let all = 0;
  for (const sentence of compared.length > 0 ? compared : boilerplate) {
    all += sentence.words.length;
    if (withOthers.has(sentence) || isNovel(sentence, isKnown, withOthers.size > 0)) novel += sentence.words.length;
  }
  return all === 0 ? 1 : novel / all;
}

function isNovel({ words, isLine }: Sentence, isKnown: (what: string) => boolean, areFiguresOther: boolean): boolean {
  // In the weather beside a reprint, 17 degrees are as good as 12.
  const isKnownFigure = (at: number) =>
    !areFiguresOther && isFigure(words[at] ?? '') && isKnown(placedAt(words, at).place);
  const all = pairs(words);
  const known = all.filter((pair, at) => isKnown(pair) || isKnownFigure(at) || isKnownFigure(at + 1));
  const knownFrom = isLine && words.length < SHORT_BELOW_WORDS ? SHORT_LINE_KNOWN_FROM : KNOWN_FROM;
  return known.length < all.length * knownFrom;
}
