import { fold, wordsOf, isStopWord } from '../index/words.ts';

const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const MONTH = '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const DAY_FIRST = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH},?\\s+(\\d{4})\\b`, 'g');
const MONTH_FIRST = new RegExp(`\\b${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})\\b`, 'g');
const ISO = /\b(\d{4})-(\d{2})-(\d{2})\b/g;

/** The full dates of a text, as `YYYY-MM-DD`, whichever way they are written. */
export function datesIn(text: string): Set<string> {
  const folded = fold(text);
  const iso = Array.from(folded.matchAll(ISO), ([date]) => date);
  const dayFirst = Array.from(folded.matchAll(DAY_FIRST), ([, day, month, year]) => isoDate(year, month, day));
  const monthFirst = Array.from(folded.matchAll(MONTH_FIRST), ([, month, day, year]) => isoDate(year, month, day));
  return new Set([...iso, ...dayFirst, ...monthFirst]);
}

/** The text without its full dates, whose numbers mean nothing by themselves. */
export function withoutDates(text: string): string {
  return fold(text).replaceAll(ISO, ' ').replaceAll(DAY_FIRST, ' ').replaceAll(MONTH_FIRST, ' ');
}

// A thousands separator stands before three digits; any other comma ends the number.
const NUMBER = /(?<![\p{L}\d])[-\u2212]?\d+(?:,\d{3})*(?:\.\d+)?/gu;

/** The numbers of a text in one writing: `1,000.50` is `1000.5`. */
export function numbersIn(text: string): Set<string> {
  const written = text.match(NUMBER) ?? [];
  return new Set(written.map((number) => String(Number(number.replaceAll(',', '').replace('\u2212', '-').replace(/^-(?=\d)/, '')))));
}

const NAME = /\p{Lu}[\p{L}\p{M}\d'’.-]*(?:\s+(?:(?:of|de|van|von|der|la|the)\s+)?\p{Lu}[\p{L}\p{M}\d'’.-]*)*/gu;

/** The names of a sentence, each as its folded words. A capital at the very beginning alone makes no name. */
export function namesIn(sentence: string): string[][] {
  return Array.from(sentence.matchAll(NAME), (match) => nameWords(match[0], startsSentence(sentence, match.index))).filter(
    (words) => words.length > 0,
  );
}

function nameWords(name: string, first: boolean): string[] {
  const words = wordsOf(name.replaceAll(/['’]s\b/g, ''));
  const [opening = ''] = words;
  // "The", "In 1999", "However": capital by position. "Marie Curie was" is a name there too, a lone word may be any.
  if (first && isStopWord(opening)) return words.slice(1).filter((word) => !isStopWord(word));
  if (first && words.length === 1) return [];
  return words;
}

function startsSentence(sentence: string, index: number): boolean {
  return /^[\s"'“‘([*#-]*$/.test(sentence.slice(0, index));
}

function isoDate(year = '', month = '', day = ''): string {
  const number = MONTHS.findIndex((name) => name.startsWith(month.slice(0, 3))) + 1;
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
}
