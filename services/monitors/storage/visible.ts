const DAY_MS = 86_400_000;

/** Runs and records are visible for so long. @see docs/rules.md#monitors */
const VISIBLE_DAYS = 30;

/** Rows from before this time are no longer visible. */
export function visibleSince(now: Date): Date {
  return new Date(now.getTime() - VISIBLE_DAYS * DAY_MS);
}
