const DAY = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/;
const ZONED = /\d{1,2}:\d{2}.*(Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i;

/**
 * A page's date as `YYYY-MM-DD`, or as an instant in UTC if the page gives a time with its zone; undefined otherwise.
 */
export function normalDate(text: string): string | undefined {
  const trimmed = text.trim().slice(0, 64);
  if (ZONED.test(trimmed)) {
    const instant = new Date(trimmed.replace(/ (?=[+-]\d{2}:?\d{2}$)/, ''));
    if (isPlausible(instant)) return instant.toISOString();
  }
  const day = DAY.exec(trimmed);
  // A time without a zone is not an instant: only the day is known.
  const date = day ? new Date(Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3]))) : wordedDay(trimmed);
  return date && isPlausible(date) ? date.toISOString().slice(0, 10) : undefined;
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
