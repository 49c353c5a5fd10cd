/** A row of `GET /v1/usage`: what it is grouped by, and its sums. */
export interface UsageTableRow {
  calls: number;
  credits: number;
  [group: string]: unknown;
}

export interface UsedDay {
  /** `2026-11-23`, in UTC. */
  day: string;
  calls: number;
  credits: number;
}

const DAY_MS = 86_400_000;

/** Every day of a span, also those on which nothing was used. */
export function asDays(rows: readonly UsageTableRow[], from: Date, count: number): UsedDay[] {
  const byDay = new Map(rows.map((row) => [String(row.day).slice(0, 10), row]));
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(from.getTime() + index * DAY_MS).toISOString().slice(0, 10);
    const { calls = 0, credits = 0 } = byDay.get(day) ?? {};
    return { day, calls, credits };
  });
}

/** What a row is about: its name where it has one, else what it is grouped by. */
export function nameOfRow(row: UsageTableRow, group: string): string {
  const named = [row.name, row[group]];
  return named.find((value): value is string => typeof value === 'string' && value !== '') ?? 'without';
}
