import { ServiceError } from '../core/errors.ts';
import { endsBeforeMs, startsMs, type DateExpression } from '../dates/parse-date.ts';

/** Epoch milliseconds, half open; undefined: unbounded on that side. */
export interface DateRange {
  fromMs: number | undefined;
  beforeMs: number | undefined;
}

/**
 * Resolves a request's dates to a range.
 *
 * @throws ServiceError INVALID_REQUEST if the range ends before it begins or leaves the calendar
 */
export function resolveDateRange(
  { from, to }: { from: DateExpression | undefined; to: DateExpression | undefined },
  now: Date,
): DateRange {
  const range = {
    fromMs: from && inCalendar('from_date', startsMs(from, now)),
    beforeMs: to && inCalendar('to_date', endsBeforeMs(to, now)),
  };
  if (range.fromMs !== undefined && range.beforeMs !== undefined && range.fromMs >= range.beforeMs) {
    throw new ServiceError('INVALID_REQUEST', 'from_date: is after to_date', { param: 'from_date' });
  }
  return range;
}

function inCalendar(param: string, ms: number | undefined): number {
  if (ms !== undefined) return ms;
  throw new ServiceError('INVALID_REQUEST', `${param}: is before the year 1`, { param });
}
