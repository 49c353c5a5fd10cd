const LONGEST_MS = 24 * 3_600_000;
const HTTP_DATE = /^[A-Z][a-z]{2,8},? [\w :-]+$/;

/**
 * The delay that a server requests, in milliseconds: at most 24 h, 0 for a past moment; undefined without a readable
 * value.
 *
 * @param value of `Retry-After`: seconds or a date
 * @see RFC 9110, 10.2.3
 */
export function retryAfterMs(value: string | null | undefined, now: Date): number | undefined {
  const text = value?.trim() ?? '';
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1_000 : dateIn(text) - now.getTime();
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), LONGEST_MS);
}

/** The oldest of the three date formats names no zone, and means GMT. */
function dateIn(text: string): number {
  return HTTP_DATE.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN;
}
