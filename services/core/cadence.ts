/**
 * How often something recurs, as callers write it: a count and one unit; a bare number means seconds.
 *
 * @see docs/rules.md#monitors
 */
const CADENCE = /^([1-9][0-9]*)([smhdw]?)$/;
/** For descriptions. */
export const CADENCE_PATTERN = CADENCE.source;
const UNIT_SECONDS: Record<string, number> = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

const SHORTEST_SECONDS = 3_600;
const LONGEST_SECONDS = 366 * 86_400;

/** The text as given, and its value. */
export interface Cadence {
  text: string;
  seconds: number;
}

export type CadenceCheck = { status: 'ok'; seconds: number } | { status: 'error'; message: string };

/** Validates a cadence as given: nothing is trimmed, clamped or rounded. */
export function checkCadence(cadence: string): CadenceCheck {
  const seconds = secondsOf(cadence);
  if (seconds === undefined)
    return { status: 'error', message: 'must be a count and one unit of s, m, h, d, w, such as 90m' };
  if (seconds < SHORTEST_SECONDS) return { status: 'error', message: 'must be at least 1 hour' };
  if (seconds > LONGEST_SECONDS) return { status: 'error', message: 'must be at most 366 days' };
  return { status: 'ok', seconds };
}

function secondsOf(cadence: string): number | undefined {
  const [, count, unit = ''] = CADENCE.exec(cadence) ?? [];
  return count === undefined ? undefined : Number(count) * (UNIT_SECONDS[unit] ?? NaN);
}
