import { NUMBER, numberOf } from './numbers.ts';
import { withDigits } from './spelled-numbers.ts';

/** A number in a text. */
export interface SaidNumber {
  /** Without a sign, as `numbersIn` returns it. */
  value: string;
  /** Whether it may denote a number with that sign. */
  mayBe: { positive: boolean; negative: boolean };
  /** The text right before it and right after it. */
  before: string;
  behind: string;
}

// Longer than any phrase that names the counted thing.
const BESIDE = 100;

/** The numbers of a text with their signs: `-5`, `−5`, `-$5` and `minus 5`, but neither `1990-600` nor `F-16`. */
export function signedNumbers(text: string): SaidNumber[] {
  const written = withDigits(text);
  return Array.from(written.matchAll(NUMBER), ({ 0: number, index }) => {
    const start = index + number.search(/\d/);
    const behindAt = index + number.length;
    const [before, behind] = [
      written.slice(Math.max(0, start - BESIDE), start),
      written.slice(behindAt, behindAt + BESIDE),
    ];
    return { value: String(numberOf(number)), mayBe: signsOf(before, behind), before, behind };
  });
}

// A dash right after a letter or a digit is a hyphen; one after a number and a space may be either.
const DASH = /(^|[^\p{L}\p{N}])[-\u2212\u2013\u2012][$€£¥₹]?$/u;
const BEHIND_A_NUMBER = /(?:\d\s|[\d%]\s?\/|\+\/)[-\u2212\u2013\u2012][$€£¥₹]?$/;
const WORD = /\b(?:minus|negative)\s[$€£¥₹]?$/i;
// "fell 3.2 %" and "down by 5" denote a number that may be written with a sign; so do south, west and years before
// Christ.
const LESS =
  /\b(?:fell|falls?|fallen|dropped|drops?|declined?|declines|shrank|shrinks?|contracted|lost|loss(?:es)? of|down|decreased?|slid|slipped|deficit)\b[^.;,\d]{0,40}$/i;
const OTHER_SIDE = /^\s?°?\s?[SW]\b|^\s?BCE?\b/;
const OFF = /^(?:\.\d+)?\s?% (?:off|discount)\b/i;
const BELOW = /^[\s\p{L}°]{0,20}\bbelow (?:zero|freezing|(?:mean )?sea level)\b/iu;

function signsOf(before: string, behind: string): SaidNumber['mayBe'] {
  const either = { positive: true, negative: true };
  if (BEHIND_A_NUMBER.test(before) || BELOW.test(behind) || OFF.test(behind)) return either;
  if (DASH.test(before) || WORD.test(before)) return { positive: false, negative: true };
  return LESS.test(before) || OTHER_SIDE.test(behind) ? either : { positive: true, negative: false };
}

/** Whether one of them equals a number, including its sign. */
export function isNumber({ value, mayBe }: SaidNumber, number: number): boolean {
  return value === String(Math.abs(number)) && (number < 0 ? mayBe.negative : number === 0 || mayBe.positive);
}
