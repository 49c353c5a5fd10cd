import { stemsOf } from '../../text/words.ts';
import { labelOf, unitBeside } from '../../text/number-context.ts';
import { isYear } from '../../dates/years.ts';
import { unitOf } from '../../text/quantities.ts';
import { sentencesOf } from '../../text/sentences.ts';
import type { LeafWords } from './leaf-words.ts';
import { isNumber, signedNumbers, type SaidNumber } from '../../text/signed-numbers.ts';

const FEWEST_STEMS = 3;
// A sentence with more numbers is a list that does not say what each number means.
const MOST_NUMBERS = 100;

/** Whether a passage states a number for a leaf: a sentence contains both the number and the words for the leaf. */
export function statesNumber(number: number, words: LeafWords, passage: string): boolean {
  if (!signedNumbers(passage).some((one) => isNumber(one, number))) return false;
  const sentences = sentencesOf(passage);
  return sentences.some((sentence, index) => {
    const numbers = signedNumbers(sentence);
    const same = numbers.filter((one) => isNumber(one, number));
    if (same.length === 0 || numbers.length > MOST_NUMBERS) return false;
    if (words.telling.length === 0) return true;
    return speaksOf(words, [...headOf(sentences, index), sentence].join(' ')) && isAnyOf(same, numbers, words);
  });
}

/**
 * The text that labels a sentence: the sentence before it if it has few words of its own, or the first row of the table
 * if it is a row.
 */
function headOf(sentences: readonly string[], index: number): string[] {
  const isRow = (at: number) => sentences[at]?.trimStart().startsWith('|') === true;
  if (isRow(index)) {
    let first = index;
    while (isRow(first - 1)) first -= 1;
    return sentences.slice(first, first + 1);
  }
  const stems = stemsOf(sentences[index] ?? '').filter((stem) => !/^\d/.test(stem));
  return stems.length < FEWEST_STEMS ? sentences.slice(Math.max(0, index - 1), index) : [];
}

/** Whether a text contains the head word of the leaf, which names the counted thing, or two of its other words. */
function speaksOf({ telling }: LeafWords, text: string): boolean {
  const stems = [...new Set(stemsOf(text))];
  const held = telling.filter((cue) => holds(stems, cue));
  return telling.filter(({ isHead }) => isHead).some((cue) => held.includes(cue)) || held.length >= 2;
}

const LEAST_ALIKE = 4;

/** Whether a stem equals a wanted one, or one is the beginning of the other: `work` and `workers`. */
function holds(stems: readonly string[], { stems: wanted }: LeafWords['telling'][number]): boolean {
  return stems.some((stem) =>
    [...wanted].some(
      (one) =>
        one === stem ||
        (Math.min(one.length, stem.length) >= LEAST_ALIKE && (one.startsWith(stem) || stem.startsWith(one))),
    ),
  );
}

/**
 * Whether one of the equal numbers can be the leaf's value. A year is rejected for other quantities, as are numbers
 * with another unit, and numbers whose label is another thing while another number of the sentence has the leaf's.
 */
function isAnyOf(same: readonly SaidNumber[], numbers: readonly SaidNumber[], words: LeafWords): boolean {
  const isLabelled = (one: SaidNumber) => !isYear(one) && words.telling.some((cue) => holds(labelOf(one), cue));
  const fitting = same.filter((one) => (words.mayBeYear || !isYear(one)) && isOfUnit(one, words));
  return (
    fitting.some((one) => labelOf(one).length === 0 || isLabelled(one)) ||
    (fitting.length > 0 && !numbers.some(isLabelled))
  );
}

function isOfUnit(one: SaidNumber, { units }: LeafWords): boolean {
  const unit = unitBeside(one);
  return units.length === 0 || unit === undefined || units.some((written) => unitOf(written) === unit);
}
