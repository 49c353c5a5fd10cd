import { stemsOf } from '../../index/words.ts';
import { isYear, labelOf, unitBeside } from '../number-context.ts';
import { unitOf } from '../quantities.ts';
import { sentencesOf } from '../sentences.ts';
import type { LeafWords } from './leaf-words.ts';
import { isNumber, signedNumbers, type SaidNumber } from './signed-numbers.ts';

const FEWEST_STEMS = 3;

/** Whether a passage says a number of what a leaf is called after: the number stands in one sentence with the words for it. */
export function tellsNumber(number: number, words: LeafWords, passage: string): boolean {
  if (!signedNumbers(passage).some((one) => isNumber(one, number))) return false;
  const sentences = sentencesOf(passage);
  return sentences.some((sentence, index) => {
    const numbers = signedNumbers(sentence);
    const same = numbers.filter((one) => isNumber(one, number));
    if (same.length === 0) return false;
    if (words.telling.length === 0) return true;
    return speaksOf(words, [...headOf(sentences, index), sentence].join(' ')) && same.some((one) => isOf(one, numbers, words));
  });
}

/** What names the number of a sentence that is hardly more than that: the line before it; for a row the first row of its table. */
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

/** The last of the words, which is what is counted; or two others of them. */
function speaksOf({ telling }: LeafWords, text: string): boolean {
  const stems = [...new Set(stemsOf(text))];
  const held = telling.filter((cue) => holds(stems, cue));
  return telling.filter(({ isHead }) => isHead).some((cue) => held.includes(cue)) || held.length >= 2;
}

const LEAST_ALIKE = 4;

/** `visitors` and `visited`, `work` and `workers`. */
function holds(stems: readonly string[], { stems: wanted }: LeafWords['telling'][number]): boolean {
  return stems.some((stem) => [...wanted].some((one) => one === stem || (Math.min(one.length, stem.length) >= LEAST_ALIKE && (one.startsWith(stem) || stem.startsWith(one)))));
}

/** Not a year where another number is asked for, not of another unit, and not of what another number beside the words is not. */
function isOf(one: SaidNumber, numbers: readonly SaidNumber[], words: LeafWords): boolean {
  if (!words.mayBeYear && isYear(one)) return false;
  const unit = unitBeside(one);
  if (words.units.length > 0 && unit !== undefined && !words.units.some((written) => unitOf(written) === unit)) return false;
  const isLabelled = (other: SaidNumber) => !isYear(other) && words.telling.some((cue) => holds(labelOf(other), cue));
  return labelOf(one).length === 0 || isLabelled(one) || !numbers.some(isLabelled);
}
