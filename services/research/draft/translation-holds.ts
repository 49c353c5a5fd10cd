import { namesIn } from '../../text/names.ts';
import { MONTHS, monthNumber } from '../../text/months.ts';
import { fold, isStopWord, wordsOf } from '../../text/words.ts';

const MARKER = /(?<!\\)\[(\d+)\]/g;
const MOST_TIMES_AS_LONG = 3;
const LEAST_TIMES_AS_LONG = 0.2;
// Characters of links, images, footnotes, tags, code and table rows.
const MARKUP = /[[\]<>`|]|:\/\/|\bwww\./;
const QUOTATION = /[“«„"]([^“”«»„"]+)[”»“"]/g;

/**
 * Whether a translation of a verified sentence may replace it, as far as that can be checked without knowledge of the
 * language: it has the same markers in the same order, the same numbers, months, names and quotations, and no markup.
 * The meaning of the other words is the model's responsibility.
 */
export function translationHolds(original: string, translated: string, tag: string): boolean {
  const [from, to] = [original, translated].map((text) => text.replaceAll(MARKER, ' ')) as [string, string];
  if (/\n/.test(translated) || !/\p{L}/u.test(to)) return false;
  if (to.length > MOST_TIMES_AS_LONG * from.length || to.length < LEAST_TIMES_AS_LONG * from.length) return false;
  if (markersOf(original) !== markersOf(translated) || (MARKUP.test(to) && !MARKUP.test(from))) return false;
  if (MARKUP.test(from) && signsOf(from) !== signsOf(to)) return false;
  return sameNumbers(from, to) && keepsMonths(from, to, tag) && keepsNames(from, to, tag) && keepsQuotations(from, to);
}

const markersOf = (text: string) => Array.from(text.matchAll(MARKER), ([, id]) => id).join();
const signsOf = (text: string) => (text.match(/[[\]<>`|]|:\/\/\S*|\bwww\.\S*/g) ?? []).join(' ');

const NUMBER = /\d{1,3}(?:[\u00a0\u202f ]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,'’٫٬]\d+)*/g;

/** The possible values of each number: `1.500` is one thousand five hundred, or one and a half. */
function numbersOf(text: string): string[][] {
  // Digits of other scripts become ASCII digits.
  const digits = text
    .normalize('NFKC')
    .replaceAll(/\p{Nd}/gu, (digit) => (/\d/.test(digit) ? digit : String(valueOfDigit(digit))));
  return Array.from(digits.matchAll(NUMBER), ([written]) => readings(written));
}

function readings(written: string): string[] {
  const whole = written.replaceAll(/\D/g, '');
  const parts = written.split(/[.,٫]/);
  const last = parts.at(-1) ?? '';
  const isGrouped = written
    .split(/\D/)
    .slice(1)
    .every((group) => group.length === 3);
  const decimal = parts.length > 1 ? [`${parts.slice(0, -1).join('').replaceAll(/\D/g, '')}.${last}`] : [];
  return [...(isGrouped ? [whole] : []), ...decimal].map((value) => String(Number(value)));
}

function sameNumbers(from: string, to: string): boolean {
  const left = numbersOf(to);
  const all = numbersOf(from);
  if (all.length !== left.length) return false;
  return all.every((wanted) => {
    const at = left.findIndex((values) => values.some((value) => wanted.includes(value)));
    return at !== -1 && left.splice(at, 1).length === 1;
  });
}

const zeroOf = (digit: string) => (digit.codePointAt(0) ?? 0) & ~0xf;
// Decimal digits form blocks of ten, which begin at a multiple of sixteen or six after one.
function valueOfDigit(digit: string): number {
  const above = (digit.codePointAt(0) ?? 0) - zeroOf(digit);
  return above >= 6 ? above - 6 : above;
}

const MONTH_NAMED = new RegExp(`(?<!\\p{L})(?:${MONTHS.join('|')})(?!\\p{L})`, 'giu');

/** A month beside a number has to be the same month in the other language. */
function keepsMonths(from: string, to: string, tag: string): boolean {
  const named = Array.from(from.matchAll(MONTH_NAMED)).filter(
    ({ 0: name, index }) => /\d\W*$/.test(from.slice(0, index)) || /^\W*\d/.test(from.slice(index + name.length)),
  );
  const words = fold(to);
  return named.every(([name]) => {
    const number = monthNumber(fold(name));
    const forms = (['long', 'short'] as const).flatMap((month) =>
      ['month', 'date'].map((alone) =>
        monthIn(tag, number, { month, ...(alone === 'date' && { day: 'numeric' as const }) }),
      ),
    );
    return forms.some((form) => form !== '' && words.includes(fold(form)));
  });
}

function monthIn(tag: string, number: number, form: { month: 'long' | 'short'; day?: 'numeric' }): string {
  const parts = new Intl.DateTimeFormat(tag, { ...form, timeZone: 'UTC' }).formatToParts(
    new Date(Date.UTC(2001, number - 1, 1)),
  );
  return parts.find(({ type }) => type === 'month')?.value ?? '';
}

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));
const REGION_CODES: ReadonlyMap<string, string> = new Map(
  LETTERS.flatMap((one) =>
    LETTERS.flatMap((other) => {
      const name = REGIONS.of(one + other);
      return name === undefined ? [] : [[fold(name), one + other] as const];
    }),
  ),
);

/** Every name has to occur, with any ending. A country may have its name in the other language. */
function keepsNames(from: string, to: string, tag: string): boolean {
  const words = wordsOf(to);
  return namesIn(from).every((name) => {
    const country = REGION_CODES.get(name.filter((word) => word !== 'the').join(' '));
    if (
      country !== undefined &&
      fold(to).includes(fold(new Intl.DisplayNames(tag, { type: 'region' }).of(country) ?? name.join(' ')))
    )
      return true;
    return name.every(
      (word) =>
        isStopWord(word) || monthNumber(word) > 0 || /^\d+$/.test(word) || words.some((other) => isForm(word, other)),
    );
  });
}

const SHORTEST_STEM = 4;
const LONGEST_ENDING = 3;

function isForm(word: string, other: string): boolean {
  const stem = word.slice(0, Math.max(SHORTEST_STEM, word.length - 2));
  return (
    word === other ||
    (word.length >= SHORTEST_STEM && other.startsWith(stem) && other.length - word.length <= LONGEST_ENDING)
  );
}

function keepsQuotations(from: string, to: string): boolean {
  return Array.from(from.matchAll(QUOTATION), ([, quoted = '']) => quoted.trim()).every((quoted) =>
    to.includes(quoted),
  );
}
