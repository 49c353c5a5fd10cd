import { secCompanies } from './sec-companies.ts';
import { secReports } from './sec-reports.ts';
import { secTickers } from './sec-tickers.ts';
import type { Provider } from './provider.ts';
import type { ProviderHttp } from './provider-http.ts';

/** Where the SEC answers: each a host of its own, one pace over them all. */
export interface SecHosts {
  /** https://www.sec.gov */
  www: ProviderHttp;
  /** https://data.sec.gov */
  structured: ProviderHttp;
  /** https://efts.sec.gov */
  fullText: ProviderHttp;
}

/** What the SEC knows of companies and their reports. @see https://www.sec.gov/search-filings/edgar-application-programming-interfaces */
export function sec(hosts: SecHosts): Provider[] {
  const tickers = secTickers(hosts.www);
  return [secCompanies(hosts, tickers), secReports(hosts, tickers)];
}
