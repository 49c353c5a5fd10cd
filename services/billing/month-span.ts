const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** A month in UTC, half open. @returns undefined for anything but `YYYY-MM` */
export function monthSpan(text: string): { from: Date; before: Date } | undefined {
  const [, year, month] = MONTH.exec(text) ?? [];
  if (year === undefined) return undefined;
  const [from, before] = [Number(month) - 1, Number(month)].map((one) => new Date(Date.UTC(Number(year), one)));
  return from && before && { from, before };
}
