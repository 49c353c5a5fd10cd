import { wordsOf } from '../../index/words.ts';

const MONTH = '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DAY = '\\d{1,2}(?:st|nd|rd|th)?';
const DATE = `\\b(?:${DAY} ${MONTH}|${MONTH}\\.? ${DAY}(?![\\d.,:]\\d))\\b\\.?(?:,? \\d{4}\\b)?|\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}\\b`;
const TIME = '\\b\\d{1,2}:\\d{2}(?::\\d{2})?\\b';
const MOMENT = `(?:${DATE}|${TIME})`;
const COUNT = '\\d[\\d.,]{0,12}[km]?';
const COUNTED = '(?:comments?|likes?|views?|replies|reactions?|retweets?|followers?)';

/** What every page that prints a text counts and dates anew: figures that say nothing about what the text is about. */
const STAMPS: ReadonlyArray<[RegExp, string]> = [
  // "1. " at the beginning of a list item.
  [/^[ \t]{0,8}\d{1,3}[.)](?=\s|$)/gm, ''],
  // "Published on 3 March 2026, 14:05"
  [new RegExp(`\\b(published|updated|posted|modified|revised|edited|printed|retrieved|accessed)\\b[^\\d.\\n]{0,24}?${MOMENT}(?:[^\\d.\\n]{1,5}${MOMENT})*`, 'giu'), '$1'],
  // "LONDON, March 3 (Reuters) - "
  [new RegExp(`^([ \\t]{0,8}\\p{Lu}[^\\d\\n]{0,40}?)(?:${DATE})(?=[^\\d\\n]{0,20} [-–—])`, 'gimu'), '$1'],
  [new RegExp(`\\b${COUNT} ${COUNTED}\\b|\\b(?:${COUNTED}|shares?) ?[:(] ?${COUNT}|^[^\\w\\n]{0,8}${COUNT} shares?[^\\w\\n]{0,8}$`, 'gimu'), ''],
  [/\b\d+ (?:seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?) ago\b/giu, ''],
  [/\b\d+[ -]min(?:ute)?s? (?:read|listen|watch)\b/giu, ''],
  [/\bpages? \d+(?: (?:of|\/) \d+)?\b/giu, ''],
];
// Beside a date that stands alone: "Monday, 3 March 2026, 14:05 GMT".
const MOST_WORDS_BESIDE_A_MOMENT = 2;

// Of "12 000".
const TAIL = /^0{2,}$/;
// A figure and two neighbours.
const PLACE_WORDS = 3;

const moments = new RegExp(MOMENT, 'giu');
const dates = new RegExp(DATE, 'giu');
const month = new RegExp(`\\b${MONTH}`, 'iu');

/** The words of a text, folded, a figure or the day of a date being one: "12,400", "4.1", "March 3". Stamps are left out. */
export function wordsWithFigures(text: string): string[] {
  if (!/\d/.test(text)) return wordsOf(text);
  const unstamped = STAMPS.reduce((rest, [pattern, kept]) => rest.replaceAll(pattern, kept), text);
  return wordsOf(unstamped.replaceAll(dates, asOneWord).replaceAll(/(?<=\d)[.,:](?=\d)/g, ''));
}

/** Whether a sentence is hardly more than a date or a time. */
export function isStamp(sentence: string): boolean {
  const rest = sentence.replaceAll(moments, ' ');
  return rest !== sentence && wordsOf(rest).length <= MOST_WORDS_BESIDE_A_MOMENT;
}

function asOneWord(date: string): string {
  const name = month.exec(date)?.[0].slice(0, 3);
  if (name === undefined) return date.replaceAll(/\D/g, '');
  const [day = '', year = ''] = date.match(/\d+/g) ?? [];
  return `${day}${name} ${year}`;
}

export function isFigure(word: string): boolean {
  return /^\p{N}/u.test(word) && !TAIL.test(word);
}

/**
 * The place of a figure: it between its neighbours, or with the two on its other side where a sentence ends; figures are all
 * the same. Where an original has another figure in such a place, it is another fact.
 *
 * @param at of the figure
 */
export function placeOf(words: readonly string[], at: number): string {
  const from = Math.max(Math.min(at - 1, words.length - PLACE_WORDS), 0);
  return words.slice(from, from + PLACE_WORDS).map(masked).join(' ');
}

/** All places of a text in which a figure stands. */
export function placesIn(words: readonly string[]): string[] {
  const places = new Set<string>();
  for (let from = 0; from + PLACE_WORDS <= words.length; from += 1) {
    const place = words.slice(from, from + PLACE_WORDS);
    if (place.some(isFigure)) places.add(place.map(masked).join(' '));
  }
  return [...places];
}

const masked = (word: string) => (isFigure(word) ? '#' : word);
