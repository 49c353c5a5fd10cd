const SECONDS: Record<string, number> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const LEAST_SECONDS = 3600;

/** Seconds of a cadence such as `6h`; undefined if Quarry would refuse it as unreadable or as too short. */
export function cadenceSeconds(cadence: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,9})\s*([smhdw]?)$/.exec(cadence.trim()) ?? [];
  const seconds = Number(count) * (SECONDS[unit] ?? Number.NaN);
  return seconds >= LEAST_SECONDS ? seconds : undefined;
}

/** The next times of a cadence that begins now. */
export function nextTimes(cadence: string, from: Date, count: number): Date[] {
  const seconds = cadenceSeconds(cadence);
  if (seconds === undefined) return [];
  return Array.from({ length: count }, (_, index) => new Date(from.getTime() + index * seconds * 1000));
}
