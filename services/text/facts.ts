import { fold, wordsOf, isStopWord } from './words.ts';
import { MONTHS, monthNumber } from './months.ts';
import { withDigits } from './spelled-numbers.ts';

const MONTH = `(${MONTHS.join('|')})\\.?`;
const DAY_FIRST = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th|er|o)?\\.?\\s+(?:of\\s+|de\\s+)?${MONTH},?\\s+(?:de\\s+|del\\s+)?(\\d{4})\\b`,
  'g',
);
const MONTH_FIRST = new RegExp(`\\b${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})\\b`, 'g');
const ISO = /\b(\d{4})-(\d{2})-(\d{2})\b/g;
const DOTTED = /\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/g;

/** The full dates of a text, in any notation, as `YYYY-MM-DD`. */
export function datesIn(text: string): Set<string> {
  const folded = fold(text);
  const iso = Array.from(folded.matchAll(ISO), ([date]) => date);
  const dayFirst = Array.from(folded.matchAll(DAY_FIRST), ([, day, month, year]) =>
    isoDate(year, monthNumber(month), day),
  );
  const monthFirst = Array.from(folded.matchAll(MONTH_FIRST), ([, month, day, year]) =>
    isoDate(year, monthNumber(month), day),
  );
  const dotted = Array.from(folded.matchAll(DOTTED), ([, day, month, year]) => isoDate(year, Number(month), day));
  return new Set([...iso, ...dayFirst, ...monthFirst, ...dotted]);
}

// Capitalised, these words have another meaning.
const OTHER_NAMES = new Set(['mars', 'mar', 'marco']);
const NAMED_MONTH = new RegExp(
  `(?<!\\p{L})(?:${MONTHS.filter((name) => !OTHER_NAMES.has(name))
    .map((name) => name.replace(/^./, (letter) => letter.toUpperCase()))
    .join('|')})(?!\\p{L})`,
  'gu',
);
// These are ordinary words too; they are months only beside a number.
const DOUBTFUL = /^(?:May|Jan|Dec|Avril|April|June|August)$/;

/** The months that a text names, 1 to 12, in a date or without a day. */
export function monthsIn(text: string): Set<number> {
  const written = text.normalize('NFKD').replaceAll(/\p{M}+/gu, '');
  const named = Array.from(written.matchAll(NAMED_MONTH)).flatMap(({ 0: name, index }) => {
    const isDoubtful =
      DOUBTFUL.test(name) &&
      !/\d\W*$|(?:in|by|since|until|from|of|and|to|during|on) $/i.test(written.slice(0, index)) &&
      !/^\W*\d/.test(written.slice(index + name.length));
    return isDoubtful ? [] : [monthNumber(name.toLowerCase())];
  });
  return new Set([...named, ...Array.from(datesIn(text), (date) => Number(date.slice(5, 7)))]);
}

/** The text without its full dates, whose numbers have no meaning of their own. */
export function withoutDates(text: string): string {
  return [ISO, DAY_FIRST, MONTH_FIRST, DOTTED].reduce((rest, pattern) => rest.replaceAll(pattern, ' '), fold(text));
}

const SCALES: Readonly<Record<string, number>> = {
  dozen: 12,
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  mn: 1e6,
  billion: 1e9,
  bn: 1e9,
  trillion: 1e12,
  k: 1e3,
  m: 1e6,
  b: 1e9,
};
// A thousands separator precedes three digits; any other comma ends the number. A single letter is a scale only for
// money.
export const NUMBER =
  /(?<![\p{L}\d])[-\u2212]?\d+(?:,\d{3})*(?:\.\d+)?(?:[\s-]?(?:dozen|hundred|thousand|million|mn|billion|bn|trillion)\b|(?<=[$€£]\s?[\d.,]+)[kmb]\b)*/giu;

/**
 * The numbers of a text in a normalized notation: `1,000.50` is `1000.5`, `5.5 million` is `5500000`, `eight` is `8`.
 */
export function numbersIn(text: string): Set<string> {
  return new Set(Array.from(withDigits(text).matchAll(NUMBER), ([written]) => String(numberOf(written))));
}

/** @param written as `numbersIn` finds it; a sign before it is a hyphen or a minus, and is omitted */
export function numberOf(written: string): number {
  const [digits = '0'] = /\d[\d,]*(?:\.\d+)?/.exec(written) ?? [];
  const scales = Array.from(written.toLowerCase().matchAll(/\p{L}+/gu), ([word]) => SCALES[word] ?? 1);
  const value = scales.reduce((product, scale) => product * scale, Number(digits.replaceAll(',', '')));
  return Number(value.toPrecision(15));
}

const NAME =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}\d'’.-]*(?:\s+(?:(?:of|de|van|von|der|la|the)\s+)?\p{Lu}[\p{L}\p{M}\d'’.-]*)*/gu;

/** The names in a sentence, each as its folded words. A capital only at the very beginning does not make a name. */
export function namesIn(sentence: string): string[][] {
  return Array.from(sentence.matchAll(NAME), (match) =>
    nameWords(match[0], startsSentence(sentence, match.index)),
  ).filter((words) => words.length > 0);
}

function nameWords(name: string, first: boolean): string[] {
  const words = wordsOf(name.replaceAll(/['’]s\b/g, ''));
  const [opening = ''] = words;
  // "The", "In 1999", "However": capitalised by position. "Marie Curie was" is a name even there; a single word may be
  // anything.
  if (first && isStopWord(opening)) return words.slice(1).filter((word) => !isStopWord(word));
  if (first && words.length === 1) return [];
  return words.every((word) => monthNumber(word) > 0) ? [] : words;
}

function startsSentence(sentence: string, index: number): boolean {
  return /^[\s"'“‘([*#`-]*$/.test(sentence.slice(0, index));
}

function isoDate(year = '', month = 0, day = ''): string {
  return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}
