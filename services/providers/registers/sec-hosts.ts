import type { ProviderHttp } from '../port/provider-http.ts';

/** The hosts of the SEC, which share one pace. */
export interface SecHosts {
  /** https://www.sec.gov */
  www: ProviderHttp;
  /** https://data.sec.gov */
  structured: ProviderHttp;
  /** https://efts.sec.gov */
  fullText: ProviderHttp;
}
