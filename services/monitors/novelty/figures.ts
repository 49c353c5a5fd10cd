import { monthNumber } from '../../text/months.ts';
import { fold, wordsOf } from '../../text/words.ts';
import { dates, monthName, withoutTimestamps } from './timestamps.ts';

// Of "12 000".
const TAIL = /^0{2,}$/;
// A figure and two neighbours.
const PLACE_WORDS = 3;

/** The words of a text, folded, a figure or the day of a date being one: "12,400", "4.1", "March 3". Stamps are left out. */
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

/** A figure between its neighbours, or with the two on its other side where a sentence ends. */
export interface Placed {
  /** Figures are all the same in it: where an original has another figure in such a place, it is another fact. */
  place: string;
  /** The words as they are. No place is written so. */
  exact: string;
}

/** @param at of the figure in its sentence */
export function placedAt(words: readonly string[], at: number): Placed {
  return placed(words, Math.max(Math.min(at - 1, words.length - PLACE_WORDS), 0));
}

/** All places of a text in which a figure stands, and the words that they are. */
export function placesIn(words: readonly string[]): string[] {
  const places = new Set<string>();
  for (let from = 0; from + PLACE_WORDS <= words.length; from += 1) {
    if (!words.slice(from, from + PLACE_WORDS).some(isFigure)) continue;
    const { place, exact } = placed(words, from);
    places.add(place).add(exact);
  }
  return [...places];
}

function placed(words: readonly string[], from: number): Placed {
  const three = words.slice(from, from + PLACE_WORDS);
  return { place: three.map((word) => (isFigure(word) ? '#' : word)).join(' '), exact: `=${three.join(' ')}` };
}
