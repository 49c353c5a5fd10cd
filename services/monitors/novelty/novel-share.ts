import { sentencesOf } from '../../text/sentences.ts';
import { wordsOf } from '../../text/words.ts';
import { bodyOf } from './body-of.ts';
import { isFigure, figureContextAt, figureContextsIn, wordsWithFigures } from './figures.ts';
import { sentencesWithOtherFigures } from './other-figures.ts';
import { phraseHash } from './fingerprint.ts';
import { isTimestamp, withoutStopsInDates } from './timestamps.ts';
import { wordsIn, wrappingOf } from './wrapping.ts';

// "Not so." holds nothing new, unless it is one of several list items or table rows.
const FEWEST_WORDS = 4;
// A sentence is novel if a smaller share of it occurs in this order in a known text. A sentence with a few changed
// words is not.
const KNOWN_FROM = 0.3;
// In a short line one pair of words reaches that share: "2 1" of "Celtic 2 1 Rangers".
const SHORT_BELOW_WORDS = 8;
const SHORT_LINE_KNOWN_FROM = 0.5;
// Fewer words below a headline may be a notice that replaces many texts: "Sign in to read on."
const FEWEST_WORDS_OF_A_BODY = 25;

/**
 * Below the first share a text is a reprint, below the second an update of a delivered text. @see
 * docs/rules.md#monitors
 */
export const REPRINT_BELOW = 0.02;
export const UPDATE_BELOW = 0.6;

/** The properties that texts are compared by: their pairs of adjacent words and the contexts of their figures. */
export function wordPairsOf(text: string): Set<string> {
  const words = wordsWithFigures(text);
  return new Set([...pairs(words), ...figureContextsIn(words)]);
}

function pairs(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}

export interface TitledText {
  /** Empty if there is none. */
  title: string;
  text: string;
  /** Host of the text; empty if its site is unknown. */
  site?: string;
}

interface Sentence {
  /** As the text has it. */
  written: string;
  /** Number of its paragraph. */
  paragraph: number;
  words: string[];
  /** Whether it ends without a full stop: a list item, a table row, or a heading. */
  isLine: boolean;
  /** Whether other texts contain it apart from its figures. Only a different figure makes it new. */
  isCommon: boolean;
}

/** The sentences of a text. Adjacent short sentences form one. */
export interface TextSentences {
  /** Sentences without boilerplate. */
  sentences: readonly Sentence[];
  /** All sentences except timestamps, for a text that is all boilerplate; otherwise empty. */
  boilerplate: readonly Sentence[];
}

/**
 * The sentences of a document's body: a new headline above it is not news. Headlines are included if little but
 * boilerplate is below them.
 *
 * @param isBoilerplate whether the sentence with this hash is boilerplate
 */
export function bodySentences(
  { title, text, site }: TitledText,
  isBoilerplate: (phrase: number) => boolean,
): TextSentences {
  const body = bodyOf(text, title);
  const said = textSentences(body, isBoilerplate, site);
  const words = said.sentences.reduce((sum, sentence) => sum + (sentence.isCommon ? 0 : sentence.words.length), 0);
  return body.length === text.length || words >= FEWEST_WORDS_OF_A_BODY
    ? said
    : textSentences(text, isBoilerplate, site);
}

/**
 * @param isBoilerplate whether the sentence with this hash is boilerplate
 * @param site host of the text
 */
export function textSentences(text: string, isBoilerplate: (phrase: number) => boolean, site = ''): TextSentences {
  const sentences: Sentence[] = [];
  const all: Sentence[] = [];
  const paragraphs = withoutStopsInDates(text).split(/\n\s*\n/);
  const split = paragraphs.flatMap((one, paragraph) => sentencesOf(one).map((sentence) => ({ sentence, paragraph })));
  for (const { sentence, paragraph } of split) {
    if (isTimestamp(sentence)) continue;
    const plainWords = wordsOf(sentence);
    const words = wordsWithFigures(sentence);
    const isCommon = isBoilerplate(phraseHash(plainWords)) || isBoilerplate(phraseHash(plainWords, site));
    const one = {
      written: sentence,
      paragraph,
      words,
      isCommon,
      isLine: !/[.!?…。！？][^\p{L}\p{N}]*$/u.test(sentence),
    };
    all.push(one);
    // "12 cups of tea long" belongs to the site. A longer sentence may belong to a bulletin that repeats it each week.
    const isSiteText = isCommon && (words.length < SHORT_BELOW_WORDS || !words.some(isFigure));
    if (!isSiteText) sentences.push(one);
  }
  const distinctive = joinShort(sentences);
  return { sentences: distinctive, boilerplate: distinctive.every(({ isCommon }) => isCommon) ? joinShort(all) : [] };
}

/** Joins adjacent short sentences until they are long enough, and omits a short one between longer ones. */
function joinShort(sentences: readonly Sentence[]): Sentence[] {
  const said: Sentence[] = [];
  let row = emptyLine();
  let before: Sentence | undefined;
  for (const sentence of sentences) {
    if (sentence.words.length >= FEWEST_WORDS) {
      if (before) append(before, row);
      [row, before] = [emptyLine(), undefined];
      said.push(sentence);
      continue;
    }
    append(row, sentence);
    if (row.words.length < FEWEST_WORDS) continue;
    before = row;
    said.push(before);
    row = emptyLine();
  }
  if (before) append(before, row);
  return said;
}

const emptyLine = (): Sentence => ({ written: '', paragraph: 0, words: [], isLine: true, isCommon: false });

function append(line: Sentence, { written, paragraph, words }: Sentence): void {
  line.paragraph = paragraph;
  line.written = `${line.written} ${written}`.trim();
  line.words.push(...words);
}

/**
 * Share of a text's words that are in novel sentences, from 0 to 1. A sentence with a changed word or in another place
 * is known. A sentence with other figures is novel if the text's figures have changed. What a site puts around a reprint
 * does not count. Of a text that is all
 * boilerplate, the boilerplate is compared. A text without words has the share 1.
 *
 * @param known `wordPairsOf` of the delivered texts
 */
export function novelShare(
  { sentences, boilerplate }: TextSentences,
  known: ReadonlyArray<ReadonlySet<string>>,
): number {
  const isKnown = (what: string) => known.some((one) => one.has(what));
  const withOthers = sentencesWithOtherFigures(sentences, known);
  const compared = sentences.filter((sentence) => !sentence.isCommon || withOthers.has(sentence));
  const judged = compared.length > 0 ? compared : boilerplate;
  const novel = new Set(
    judged.filter((sentence) => withOthers.has(sentence) || isNovel(sentence, isKnown, withOthers.size > 0)),
  );
  const wrapping = wrappingOf(judged, novel, known);
  const text = judged.filter((sentence) => !wrapping.has(sentence) || withOthers.has(sentence));
  const all = wordsIn(text);
  return all === 0 ? 1 : wordsIn(text.filter((sentence) => novel.has(sentence))) / all;
}

function isNovel({ words, isLine }: Sentence, isKnown: (what: string) => boolean, areFiguresOther: boolean): boolean {
  // In a weather box beside a reprint, 17 degrees instead of 12 is not news.
  const isKnownFigure = (at: number) =>
    !areFiguresOther && isFigure(words[at] ?? '') && isKnown(figureContextAt(words, at).place);
  const all = pairs(words);
  const known = all.filter((pair, at) => isKnown(pair) || isKnownFigure(at) || isKnownFigure(at + 1));
  const knownFrom = isLine && words.length < SHORT_BELOW_WORDS ? SHORT_LINE_KNOWN_FROM : KNOWN_FROM;
  return known.length < all.length * knownFrom;
}
