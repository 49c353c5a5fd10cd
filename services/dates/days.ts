/** The day in UTC as `YYYY-MM-DD`. */
export function dayOf(moment: Date | number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** The last day of a range that ends before this moment. */
export function lastDayOf(beforeMs: number): string {
  return dayOf(beforeMs - 1);
}

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** `2023-09-30` as `30 September 2023`; other texts stay as they are. */
export function dayInWords(day: string): string {
  const date = /^\d{4}-\d{2}-\d{2}/.test(day) ? new Date(`${day.slice(0, 10)}T00:00:00Z`) : undefined;
  return date && !Number.isNaN(date.getTime()) ? longDay.format(date) : day;
}
