import { lastMomentMs, type DatePrecision } from '../dates/publication-date.ts';
import { domainsOf } from '../url/domains.ts';

/** The caller's filters for documents. */
export interface Filters {
  includeDomains: readonly string[];
  excludeDomains: readonly string[];
  fromMs: number | undefined;
  beforeMs: number | undefined;
}

/**
 * With a bound set, a document without a date does not match; a day matches every range that overlaps it.
 *
 * @see docs/rules.md#scopes-and-filters
 */
export function passesDates(
  at: Date | undefined,
  precision: DatePrecision | undefined,
  { fromMs, beforeMs }: Filters,
): boolean {
  if (fromMs === undefined && beforeMs === undefined) return true;
  if (!at) return false;
  const firstMs = at.getTime();
  return lastMomentMs({ at, precision }) >= (fromMs ?? -Infinity) && firstMs < (beforeMs ?? Infinity);
}

/** A domain covers its subdomains; an excluded one wins. */
export function passesDomains(
  url: string,
  { includeDomains, excludeDomains }: Pick<Filters, 'includeDomains' | 'excludeDomains'>,
): boolean {
  const domains = domainsOf(url);
  if (excludeDomains.some((domain) => domains.includes(domain))) return false;
  return includeDomains.length === 0 || includeDomains.some((domain) => domains.includes(domain));
}
