import { dayOf } from './days.ts';

const BARE_DAY = /^\d{4}-\d{2}-\d{2}$/;
const LEADING_DAY = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/;
const ZONED = /\d{1,2}:\d{2}.*(Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i;
const WITHOUT_ZONE = /T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;
const DAY_MS = 86_400_000;

/**
 * A date as pages and feeds declare it, in any common notation: `YYYY-MM-DD`, or an instant in UTC if the text gives a
 * time with its zone; undefined otherwise.
 */
export function declaredDate(text: string): string | undefined {
  const trimmed = text.trim().slice(0, 64);
  if (ZONED.test(trimmed)) {
    const instant = new Date(trimmed.replace(/ (?=[+-]\d{2}:?\d{2}$)/, ''));
    if (isPlausible(instant)) return instant.toISOString();
  }
  const day = LEADING_DAY.exec(trimmed);
  // A time without a zone is not an instant: only the day is known.
  const date = day ? new Date(Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3]))) : wordedDay(trimmed);
  return date && isPlausible(date) ? dayOf(date) : undefined;
}

/** `March 3, 2021`, `3 Mar 2021 10:00`: read as UTC, so that the day stays as written. */
function wordedDay(text: string): Date | undefined {
  return /\b\d{4}\b/.test(text) && /[a-z]{3}/i.test(text)
    ? new Date(`${text.replace(/\s+\d{1,2}:\d{2}.*$/, '')} UTC`)
    : undefined;
}

function isPlausible(date: Date): boolean {
  const year = date.getUTCFullYear();
  return !Number.isNaN(year) && year >= 1970 && year < 2100;
}

/**
 * The latest moment that a date of a feed or sitemap can mean: for a bare day its last millisecond. Undefined for any
 * other text, for a date before 1970 and for one more than a day ahead.
 */
export function latestListedMoment(text: string, now: Date): Date | undefined {
  const trimmed = text.trim();
  // A time without a zone is read as UTC, whatever the zone of this machine.
  const ms = Date.parse(WITHOUT_ZONE.test(trimmed) ? `${trimmed}Z` : trimmed);
  const latest = BARE_DAY.test(trimmed) ? ms + DAY_MS - 1 : ms;
  return Number.isNaN(latest) || latest > now.getTime() + DAY_MS || latest < 0 ? undefined : new Date(latest);
}

/** The same date as `YYYY-MM-DD` or as an instant in UTC. */
export function listedDate(text: string, now: Date): string | undefined {
  const moment = latestListedMoment(text, now);
  return moment && BARE_DAY.test(text.trim()) ? text.trim() : moment?.toISOString();
}

const SHOWN =
  /\d{4}-\d{2}-\d{2}|(?:\d{1,2}(?:st|nd|rd|th)? )?\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (?:\d{1,2}(?:st|nd|rd|th)?,? )?\d{4}/i;

/** The first date in the text of an element, in a notation that `declaredDate` reads; empty if there is none. */
export function shownDate(text: string): string {
  return (SHOWN.exec(text)?.[0] ?? '').replace(/(\d)(st|nd|rd|th)\b/, '$1').replace('.', '');
}

const DAY_OF_PATH = /\/((?:19|20)\d{2})[/-](0?[1-9]|1[0-2])[/-](0?[1-9]|[12]\d|3[01])(?:[/-]|$)/;

/** The day in the path of an address: `/2024/03/05/tides`. */
export function dayOfPath(url: string): string | undefined {
  const day = DAY_OF_PATH.exec(URL.parse(url)?.pathname ?? '');
  return day ? `${day[1]}-${day[2]}-${day[3]}` : undefined;
}

const DAY_OF_PDF = /^(?:D:)?(19[7-9]\d|20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])/;

/** The day of a date of a PDF: `D:20240305100000+01'00'`. */
export function dayOfPdfDate(date: unknown): string | undefined {
  const day = typeof date === 'string' ? DAY_OF_PDF.exec(date) : null;
  return day ? `${day[1]}-${day[2]}-${day[3]}` : undefined;
}
