import type { ProviderHttp } from '../port/provider-http.ts';

/** Where the SEC answers: each a host of its own, one pace over them all. */
export interface SecHosts {
  /** https://www.sec.gov */
  www: ProviderHttp;
  /** https://data.sec.gov */
  structured: ProviderHttp;
  /** https://efts.sec.gov */
  fullText: ProviderHttp;
}
