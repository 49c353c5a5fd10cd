/** Stands for every origin. */
export const ANY_ORIGIN = '*';

/**
 * Parses `QUARRY_ALLOWED_ORIGINS`.
 *
 * @param text origins as browsers send them, separated by commas, or `*`; blank means none
 * @throws Error naming the first invalid entry
 */
export function parseOrigins(text: string): string[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const wrong = entries.find((entry) => entry !== ANY_ORIGIN && !isOrigin(entry));
  if (wrong !== undefined)
    throw new Error(`"${wrong}" is no origin: write https://app.example.com, without a path and in lower case`);
  return entries;
}

function isOrigin(entry: string): boolean {
  return /^https?:/.test(entry) && URL.canParse(entry) && new URL(entry).origin === entry;
}
