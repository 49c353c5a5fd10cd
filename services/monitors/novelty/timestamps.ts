import { MONTHS } from '../../text/months.ts';
import { fold, wordsOf } from '../../text/words.ts';

// The patterns read folded text: lower case, without accents, with plain spaces. Every repetition is bounded, for text that
// is 64 KiB of digits.
const MONTH = `(?:${MONTHS.join('|')})`;
const DAY = '\\d{1,2}(?:st|nd|rd|th|er|o|\\.)?';
const DAY_OF_MONTH = `\\b(?:${DAY} (?:of |de |di )?${MONTH}|${MONTH}\\.? ${DAY}(?![\\d.,:]\\d))\\b\\.?(?:,? (?:del? )?\\d{4}\\b)?`;
const DATE = `(?:${DAY_OF_MONTH}|\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}\\b|\\b\\d{4}年\\d{1,2}月\\d{1,2}日)`;

const WEEKDAY = '(?:\\b(?:mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?[.,]{0,2} )';
const HALF_OF_DAY = '(?: ?[ap]\\.?m\\b\\.?)';
const ZONE = '(?: (?:gmt|utc|bst|ces?t|ist|jst|ae[sd]t|[ecmp][sd]?t|uhr)\\b)';
// "4.15" is a time only after a date or before a word that follows times only.
const TIME = `\\b\\d{1,2}(?:[:h]\\d{2}(?::\\d{2})?\\b|\\.\\d{2}(?=${HALF_OF_DAY}| (?:gmt|utc|bst|cest|cet|[ecmp][sd]t|uhr)\\b))`;
const TIME_BEHIND = '(?:,? (?:at |um |a |a las )?\\d{1,2}[:.h]\\d{2}(?::\\d{2})?\\b)';
const MOMENT = `(?:${WEEKDAY}?${DATE}${TIME_BEHIND}?|${TIME})${HALF_OF_DAY}?${ZONE}?`;
const MOMENTS = `${MOMENT}(?:[^\\d.\\n]{1,8}${MOMENT}){0,3}`;

const PUBLISHED =
  '(?:\\b(?:published|updated|posted|modified|revised|edited|printed|retrieved|accessed|publie|modifie|mis a jour|publicad[oa]|actualizad[oa]|atualizad[oa]|pubblicato|aggiornato|veroffentlicht|aktualisiert|gepubliceerd|bijgewerkt)\\b|发布|更新|公開)';
const COUNT = '\\d[\\d.,]{0,12}[km]?';
const COUNTED = '(?:comments?|likes?|views?|replies|reactions?|retweets?|followers?)';
const READING_TIME = '(?:reading time|read time|lesezeit|temps de lecture|tiempo de lectura|tempo di lettura)';

/** Figures and dates that every page adds to a text and that are not part of its content. */
const TIMESTAMPS: ReadonlyArray<[RegExp, string]> = [
  // "1. " at the beginning of a list item.
  [/^[ \t]{0,8}\d{1,3}[.)](?=\s|$)/gmu, ''],
  // "Published on 3 March 2026, 14:05"
  [new RegExp(`(${PUBLISHED})[^\\d.\\n]{0,24}?${MOMENTS}`, 'gu'), '$1'],
  // "By John Smith | March 3, 2026 at 2:05 p.m. EST"
  [new RegExp(`^([ \\t]{0,8}(?:by|von|par|por) [^\\d\\n]{1,80}?)${MOMENTS}(?=[^\\p{L}\\p{N}\\n]{0,8}$)`, 'gmu'), '$1'],
  // "LONDON, March 3 (Reuters) - "
  [new RegExp(`^([ \\t]{0,8}\\p{L}[^\\d\\n]{0,40}?)${DATE}(?=[^\\d\\n]{0,20} [-–—])`, 'gmu'), '$1'],
  [
    new RegExp(
      `\\b${COUNT} ${COUNTED}\\b|\\b(?:${COUNTED}|shares?) ?[:(] ?${COUNT}|^[^\\w\\n]{0,8}${COUNT} shares?[^\\w\\n]{0,8}$`,
      'gmu',
    ),
    '',
  ],
  [
    /\b\d{1,3} ?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|mos?|months?|y|yrs?|years?) ago\b/gu,
    '',
  ],
  [/\b\d{1,3}[ -]min(?:ute)?s? (?:to )?(?:read|listen|watch)\b/gu, ''],
  [new RegExp(`\\b(${READING_TIME}):? \\d{1,3} ?min[a-z]{0,5}\\b`, 'gu'), '$1'],
  [/\bpages? \d{1,4}(?: (?:of|\/) \d{1,4})?\b/gu, ''],
  [/\b(image|photo|picture|slide) \d{1,3} ?(?:of|\/) ?\d{1,3}\b/gu, '$1'],
  [/(©|\bcopyright\b)(?: ?(?:©|\(c\)))? ?\d{4}(?: ?[-–] ?\d{4})?\b/gu, '$1'],
  [/\bvol(?:ume|\.)? \d{1,4}, (?:issue|no\.?) \d{1,4}\b/gu, ''],
  // "Reference ID of your visit: 18.7f2c99", on a cookie wall.
  [
    /\b((?:reference|request|incident|session|ray|event|article) (?:id|number))\b[^\d\n.:#]{0,24}[:# ]{1,3}(?=[a-z.-]{0,32}\d)[\w.-]{1,64}/gu,
    '$1',
  ],
];

// Words beside a separate date: "Monday, 3 March 2026, 14:05 GMT".
const MOST_WORDS_BESIDE_A_MOMENT = 2;

const moments = new RegExp(MOMENT, 'gu');

/** @param folded one or more lines, the output of `fold` */
export function withoutTimestamps(folded: string): string {
  return TIMESTAMPS.reduce((rest, [pattern, kept]) => rest.replaceAll(pattern, kept), folded);
}

/** Whether a sentence is little more than a date or a time. */
export function isTimestamp(sentence: string): boolean {
  const folded = fold(sentence);
  const rest = folded.replaceAll(moments, ' ');
  return rest !== folded && wordsOf(rest).length <= MOST_WORDS_BESIDE_A_MOMENT;
}

// "BERGEN (NordWire) - Revised at 9:20 CET"
const MOST_WORDS_BESIDE_A_STAMP = 6;
const stamp = new RegExp(`${PUBLISHED}[^\\d.\\n]{0,24}?${MOMENT}`, 'u');

/** Whether a sentence is little more than the time of its page's publication or change. */
export function isStamp(sentence: string): boolean {
  const folded = fold(sentence);
  return stamp.test(folded) && wordsOf(folded.replaceAll(moments, ' ')).length <= MOST_WORDS_BESIDE_A_STAMP;
}

/**
 * Removes the full stop of "3. März", which would end a sentence.
 *
 * @param text with its original case: sentences begin with capitals
 */
export function withoutStopsInDates(text: string): string {
  return text.replaceAll(
    /(?<=[^\n]\b\d{1,2})\.(?= (?:Jan|Feb|März|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)[a-z]{0,6} )/g,
    '',
  );
}

/** Matches dates with a day in folded text. */
export const dates = new RegExp(DATE, 'gu');

/** Matches the name of a month in a date of folded text. */
export const monthName = new RegExp(`\\b${MONTH}`, 'u');
