import { stemsOf } from '../../index/words.ts';
import { datesIn } from '../facts.ts';
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

const YEAR = /^(?:1\d|20)\d\d$/;
const BEFORE_YEAR = /\b(?:in|since|until|till|during|year|circa|c\.|early|late|spring|summer|autumn|fall|winter)\s$/i;
const NEAR_YEAR = /(?:\b(?:from|by|of|before|after|around|about|to|and|between|for|on)\s|[(–—-]\s?|^)$/i;

/** Also a day of a date. */
function isYear({ value, before, behind }: SaidNumber): boolean {
  if (isInDate(before, value, behind)) return true;
  if (!YEAR.test(value)) return false;
  return BEFORE_YEAR.test(before) || (NEAR_YEAR.test(before) && labelOf({ behind }).length === 0);
}

/** Whether taking it away takes a date away. */
function isInDate(before: string, value: string, behind: string): boolean {
  const [left, right] = [before.slice(-24), behind.slice(0, 24)];
  return datesIn(left + value + right).size > datesIn(`${left}#${right}`).size;
}

const BESIDE = /^[\s-]?(%|°\s?[CF]\b|per\s?cent\b|km\/h\b|[\p{L}]+)/iu;
const SIGN = /(us\$|[$€£¥₹])\s?$/i;

function unitBeside({ before, behind }: SaidNumber): string | undefined {
  const written = SIGN.exec(before)?.[1] ?? BESIDE.exec(behind)?.[1];
  return written === undefined ? undefined : unitOf(written.toLowerCase().replaceAll(/\s/g, ''));
}

const LABEL = /^(?:[\s-]+(?!(?:and|or|but|with|in|on|at|by|to|from|of|for|since|until|when|while|as|is|was|were|are|the|a|an|had|has|after|before|during|it|they|he|she|we|there|which|who|that)\b)[\p{L}'’]+){1,3}/iu;

/** The words right behind a number, which say what it counts or measures; its unit is none of them. */
function labelOf({ behind }: Pick<SaidNumber, 'behind'>): string[] {
  const words = (LABEL.exec(behind)?.[0] ?? '').split(/[\s-]+/).filter((word) => word !== '' && unitOf(word.toLowerCase()) === undefined);
  return stemsOf(words.join(' '));
}
