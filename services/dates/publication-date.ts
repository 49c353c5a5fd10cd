import { dayOf } from './days.ts';
import { parseFixedDate } from './parse-date.ts';

/** Whether the day or the moment of a publication is known. */
export type DatePrecision = 'day' | 'time';

export interface PublicationDate {
  /** For a day: its first millisecond in UTC. */
  at: Date;
  precision: DatePrecision;
}

/** `YYYY-MM-DD` is a day, an ISO 8601 date-time a moment; any other text is not a date. */
export function parsePublicationDate(text: string): PublicationDate | undefined {
  const date = parseFixedDate(text);
  if (!date) return undefined;
  return date.type === 'day'
    ? { at: new Date(date.startMs), precision: 'day' }
    : { at: new Date(date.ms), precision: 'time' };
}

/** As `parsePublicationDate` reads it. */
export function writePublicationDate({ at, precision }: { at: Date; precision: DatePrecision | undefined }): string {
  return precision === 'day' ? dayOf(at) : at.toISOString();
}

const DAY_MS = 86_400_000;

/** The last millisecond at which it may have been published: a day may mean any of its moments. */
export function lastMomentMs({ at, precision }: { at: Date; precision: DatePrecision | undefined }): number {
  return at.getTime() + (precision === 'day' ? DAY_MS - 1 : 0);
}
