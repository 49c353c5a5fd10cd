import { monthNumber, MONTHS } from '../../text/months.ts';
import { fold } from '../../text/words.ts';

const MONTH = `(?:${MONTHS.join('|')})`;
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th|er|o|\.)?`;
const YEAR = String.raw`(?:,? (?:del? )?\d{4}\b)?`;
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
const MONDAY = Date.UTC(2_024, 0, 1);
const DAY_MS = 86_400_000;

const WEEKDAYS = [
  ...new Set(
    LANGUAGES.flatMap((language) =>
      (['long', 'short'] as const).flatMap((weekday) => {
        const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
        return Array.from({ length: 7 }, (_, day) => fold(format.format(MONDAY + day * DAY_MS)).replace(/\.$/, ''));
      }),
    ),
  ),
].toSorted((one, other) => other.length - one.length);

// All read folded text.
const WORDED = new RegExp(String.raw`\b(?:${DAY} (?:of |de )?${MONTH}|${MONTH}\.? ${DAY})(?!\p{L}|\d)\.?${YEAR}`, 'gu');
const NUMERIC = /\b(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{4}年\d{1,2}月\d{1,2}日)(?!\d)/gu;
const TIME = /\b\d{1,2}(?::|h)\d{2}(?::\d{2})?(?:\.\d+)?(?: ?[ap]\.?m\b\.?)?z?/gu;
const WEEKDAY = new RegExp(String.raw`(?<!\p{L})(?:${WEEKDAYS.join('|')})(?!\p{L})\.?,?`, 'gu');
const DATED_TIME = /(\d{4}-\d{1,2}-\d{1,2})t(?=\d)/gu;
const FIGURE = /\d+(?:[.,:'’\u202f\u00a0 ]\d+)*/gu;
const MONTH_NAME = new RegExp(String.raw`(?<!\p{L})${MONTH}(?!\p{L})\.?`, 'gu');

/** A text without its figures and dates: the same for two that state the same of other figures. */
export function shapeOf(text: string): string {
  return spaced(fold(text).replaceAll(WEEKDAY, '').replaceAll(MONTH_NAME, '#').replaceAll(FIGURE, '#'));
}

/** Whether a text is another one with the day of its reading: what a page writes on every day. */
export function onlyTellsToday(before: string, now: string, readAt: Date): boolean {
  return withoutMoments(before) === withoutMoments(now) && datesOf(now).some((date) => isNear(date, readAt));
}

function withoutMoments(text: string): string {
  const folded = fold(text).replaceAll(DATED_TIME, '$1 ');
  return spaced([WORDED, NUMERIC, TIME, WEEKDAY].reduce((rest, pattern) => rest.replaceAll(pattern, ' '), folded));
}

const spaced = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function datesOf(text: string): string[] {
  const folded = fold(text).replaceAll(DATED_TIME, '$1 ');
  return [WORDED, NUMERIC].flatMap((pattern) => Array.from(folded.matchAll(pattern), ([date]) => date));
}

/** Whether a written date may mean the day, the one before or the one after: zones differ. */
function isNear(date: string, readAt: Date): boolean {
  const numbers = (date.match(/\d+/g) ?? []).map(Number);
  const name = new RegExp(MONTH, 'u').exec(date)?.[0];
  return [-1, 0, 1].some((days) => {
    const near = new Date(readAt.getTime() + days * DAY_MS);
    const [year, month, day] = [near.getUTCFullYear(), near.getUTCMonth() + 1, near.getUTCDate()];
    const wanted = name === undefined ? [year, month, day] : [day, ...(numbers.length > 1 ? [year] : [])];
    const isMonth = name === undefined || monthNumber(name) === month;
    return isMonth && isSame(numbers, wanted);
  });
}

const isSame = (some: readonly number[], others: readonly number[]) =>
  some.length === others.length && some.toSorted(byValue).join(' ') === others.toSorted(byValue).join(' ');

const byValue = (one: number, other: number) => one - other;
