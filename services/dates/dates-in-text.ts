import { MONTHS, monthNumber } from '../text/months.ts';
import { fold } from '../text/words.ts';

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

/** What may be a full date, in text that is not folded: `datesIn` reads it, or finds that it is none. */
export const WRITTEN_DATE =
  /\b(?:\d{4}-\d{2}-\d{2}|\d{1,2}(?:st|nd|rd|th)?\.?\s+(?:of\s+|de\s+)?\p{L}+\.?,?\s+(?:de\s+)?\d{4}|\p{L}+\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}|\d{1,2}\.\d{1,2}\.\d{4})\b/gu;

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

function isoDate(year = '', month = 0, day = ''): string {
  return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}
