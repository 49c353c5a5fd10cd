const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** The latest time that a date of a feed or sitemap can mean; nothing where it is none, or lies days ahead. */
export function listedDate(given: string, now: Date): Date | undefined {
  const text = given.trim();
  // A time without a zone is taken as UTC, in any zone of this machine.
  const ms = Date.parse(/T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text) ? `${text}Z` : text);
  const latest = DAY.test(text) ? ms + DAY_MS - 1 : ms;
  return Number.isNaN(latest) || latest > now.getTime() + DAY_MS || latest < 0 ? undefined : new Date(latest);
}
