import { monthNumber } from '../../text/months.ts';
import { fold, wordsOf } from '../../text/words.ts';
import { dates, monthName, withoutTimestamps } from './timestamps.ts';

// The second part of "12 000".
const TAIL = /^0{2,}$/;
// A figure and two adjacent words.
const PLACE_WORDS = 3;

/**
 * The folded words of a text without timestamps. A figure and the day of a date are one word each: "12,400", "4.1",
 * "March 3".
 */
export function wordsWithFigures(text: string): string[] {
  const folded = fold(text);
  if (!/\d/.test(folded)) return wordsOf(folded);
  return wordsOf(
    withoutTimestamps(folded)
      .replaceAll(dates, asOneWord)
      .replaceAll(/(?<=\d)[.,:](?=\d)/g, ''),
  );
}

function asOneWord(date: string): string {
  const month = monthNumber(monthName.exec(date)?.[0]);
  if (month === 0) return ` ${date.replaceAll(/\D/g, '')} `;
  const [day = '', year = ''] = date.match(/\d+/g) ?? [];
  return `${day}month${month} ${year}`;
}

export function isFigure(word: string): boolean {
  return /^\p{N}/u.test(word) && !TAIL.test(word);
}

/** A figure with its adjacent words: one on either side, or two on one side at the end of a sentence. */
export interface FigureContext {
  /** Every figure is `#`. Another figure in the place of an original's figure states another fact. */
  place: string;
  /** The words with their figures. Its first character distinguishes it from a place. */
  exact: string;
}

/** @param at index of the figure in its sentence */
export function figureContextAt(words: readonly string[], at: number): FigureContext {
  return contextFrom(words, Math.max(Math.min(at - 1, words.length - PLACE_WORDS), 0));
}

/** Places and exact words of all figures of a text. */
export function figureContextsIn(words: readonly string[]): string[] {
  const places = new Set<string>();
  for (let from = 0; from + PLACE_WORDS <= words.length; from += 1) {
    if (!words.slice(from, from + PLACE_WORDS).some(isFigure)) continue;
    const { place, exact } = contextFrom(words, from);
    places.add(place).add(exact);
  }
  return [...places];
}

function contextFrom(words: readonly string[], from: number): FigureContext {
  const three = words.slice(from, from + PLACE_WORDS);
  return { place: three.map((word) => (isFigure(word) ? '#' : word)).join(' '), exact: `=${three.join(' ')}` };
}
