import { secCompanies } from './sec-companies.ts';
import type { SecHosts } from './sec-hosts.ts';
import { secReports } from './sec-reports.ts';
import { secTickers } from './sec-tickers.ts';
import type { Provider } from '../port/provider.ts';

/**
 * The SEC's data on companies and their reports.
 *
 * @see https://www.sec.gov/search-filings/edgar-application-programming-interfaces
 */
export function sec(hosts: SecHosts): Provider[] {
  const tickers = secTickers(hosts.www);
  return [secCompanies(hosts, tickers), secReports(hosts, tickers)];
}
