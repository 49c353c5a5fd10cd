/** A parsed date of a caller, not yet resolved: `now` moves with the clock. */
export type DateExpression =
  | { type: 'day'; startMs: number }
  | { type: 'moment'; ms: number }
  | { type: 'relative'; amount: number; unit: DateUnit };

type DateUnit = 's' | 'm' | 'h' | 'd' | 'w' | 'M' | 'y';

const DAY_MS = 86_400_000;
const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS } as const;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2})(:\d{2})?(?:[.,](\d{1,9}))?([Zz]|[+-]\d{2}(?::?\d{2})?)?$/;
const RELATIVE = /^now(?:-(\d{1,9})([smhdwMy]))?$/;

const WRITTEN_DAY = String.raw`(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const WRITTEN_TIME = String.raw`[Tt](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:[.,]\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?`;

/**
 * The format of `parseFixedDate`, as a regular expression of JSON Schema. It also accepts days that a month does not
 * have.
 */
export const FIXED_DATE_PATTERN = `^${WRITTEN_DAY}(?:${WRITTEN_TIME})?$`;

/** The same for `parseDate`. */
export const DATE_PATTERN = String.raw`^(?:${WRITTEN_DAY}(?:${WRITTEN_TIME})?|now(?:-\d{1,9}[smhdwMy])?)$`;

/** `YYYY-MM-DD`, an ISO 8601 date-time (without a zone: UTC), `now` or `now-<n><s|m|h|d|w|M|y>`; else undefined. */
export function parseDate(text: string): DateExpression | undefined {
  const relative = RELATIVE.exec(text);
  if (relative) return { type: 'relative', amount: Number(relative[1] ?? 0), unit: (relative[2] ?? 's') as DateUnit };
  return parseFixedDate(text);
}

/** As parseDate, without the forms relative to now. */
export function parseFixedDate(text: string): Exclude<DateExpression, { type: 'relative' }> | undefined {
  if (DAY.test(text)) {
    const startMs = dayStart(text);
    return startMs === undefined ? undefined : { type: 'day', startMs };
  }
  const ms = parseMoment(text);
  return ms === undefined ? undefined : { type: 'moment', ms };
}

/** The start of a range that begins with this date, in epoch milliseconds; undefined beyond the calendar. */
export function startsMs(date: DateExpression, now: Date): number | undefined {
  switch (date.type) {
    case 'day':
      return date.startMs;
    case 'moment':
      return date.ms;
    case 'relative':
      return before(now, date.amount, date.unit);
  }
}

/** The first millisecond after a range that ends with this date: a day is covered whole. */
export function endsBeforeMs(date: DateExpression, now: Date): number | undefined {
  const start = startsMs(date, now);
  if (start === undefined) return undefined;
  return date.type === 'day' ? start + DAY_MS : start + 1;
}

function before(now: Date, amount: number, unit: DateUnit): number | undefined {
  if (unit === 'M') return monthsBefore(now, amount);
  if (unit === 'y') return monthsBefore(now, amount * 12);
  return inCalendar(now.getTime() - amount * UNIT_MS[unit]);
}

/** The same day and time of an earlier month, the day clamped to that month's length. */
function monthsBefore(now: Date, months: number): number | undefined {
  const month = now.getUTCFullYear() * 12 + now.getUTCMonth() - months;
  const target = new Date(now);
  target.setUTCDate(1);
  target.setUTCFullYear(Math.floor(month / 12), ((month % 12) + 12) % 12);
  const lastDay = new Date(target);
  lastDay.setUTCMonth(target.getUTCMonth() + 1, 0);
  target.setUTCDate(Math.min(now.getUTCDate(), lastDay.getUTCDate()));
  return inCalendar(target.getTime());
}

// Before year 1 an ISO date has no four-digit form.
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');

function inCalendar(ms: number): number | undefined {
  return Number.isFinite(ms) && ms >= FIRST_MS ? ms : undefined;
}

// Date.parse reads 30 February as 1 March, so the formatted day must equal the input.
function dayStart(day: string): number | undefined {
  const ms = Date.parse(`${day}T00:00:00Z`);
  if (inCalendar(ms) === undefined) return undefined;
  return new Date(ms).toISOString().startsWith(day) ? ms : undefined;
}

function parseMoment(text: string): number | undefined {
  const parts = MOMENT.exec(text);
  if (!parts) return undefined;
  const [, day = '', hoursAndMinutes = '', seconds = ':00', fraction = '', zone = 'Z'] = parts;
  if (dayStart(day) === undefined || hoursAndMinutes.startsWith('24')) return undefined;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  return inCalendar(Date.parse(`${day}T${hoursAndMinutes}${seconds}.${milliseconds}${isoZone(zone)}`));
}

/** `z`, `+02`, `+0200`, `+02:00` as the last of them. */
function isoZone(zone: string): string {
  if (zone.toUpperCase() === 'Z') return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
