/** The day in UTC as `YYYY-MM-DD`. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The last day of a range that ends before this moment. */
export function lastDayOf(beforeMs: number): string {
  return dayOf(beforeMs - 1);
}
