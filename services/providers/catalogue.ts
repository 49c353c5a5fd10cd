import type { Scope } from '../query/scopes.ts';
import { brave } from './web/brave.ts';
import { exa } from './web/exa.ts';
import { feeds } from './news/feeds.ts';
import { gdelt } from './news/gdelt.ts';
import { gleif } from './registers/gleif.ts';
import { hackernews } from './web/hackernews.ts';
import { marginalia } from './web/marginalia.ts';
import type { ProviderName } from './names.ts';
import { orcid } from './registers/orcid.ts';
import type { Provider } from './port/provider.ts';
import type { ProviderHttp } from './port/provider-http.ts';
import { searxng } from './web/searxng.ts';
import { sec } from './registers/sec.ts';
import { tavily } from './web/tavily.ts';
import { wikidata } from './wikimedia/wikidata.ts';
import { wikipedia } from './wikimedia/wikipedia.ts';

/** Static properties of a provider, known before it is created. */
export interface CatalogueEntry {
  name: ProviderName;
  scopes: readonly Scope[];
  /** Absent if there is no public instance. */
  defaultUrl?: string;
  /** Whether the operator configures a list of URLs, separated by commas. */
  hasManyUrls?: boolean;
  /** Setting that the operator must provide before the provider is used. Undefined: none. */
  needs?: 'url' | 'key' | 'contact' | 'choice';
  /** Interval between two requests to all its hosts, and the burst size allowed before that. */
  everyMs?: number;
  burst?: number;
  create(tools: ProviderTools): Provider[];
}

/** Dependencies of a provider. */
interface ProviderTools {
  /** Client at the operator's URL, else at the default one. */
  http: ProviderHttp;
  /** For providers with several hosts: client at another of their hosts, or at the operator's URL if set. */
  at(defaultUrl: string): ProviderHttp;
  /** A client for each of the operator's URLs. */
  each: readonly ProviderHttp[];
  /** '' if unset. */
  key: string;
}

/** All providers beside our own index. Their terms are in docs/search.md. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  {
    name: 'searxng',
    scopes: ['web', 'news'],
    needs: 'url',
    create: ({ http }) => [searxng(http, 'web'), searxng(http, 'news')],
  },
  {
    name: 'brave',
    scopes: ['web'],
    defaultUrl: 'https://api.search.brave.com',
    needs: 'key',
    // Its plans start at 20 requests a second; lower ones answer 429.
    everyMs: 50,
    create: ({ http, key }) => [brave(http, key)],
  },
  {
    name: 'tavily',
    scopes: ['web'],
    defaultUrl: 'https://api.tavily.com',
    needs: 'key',
    // 100 requests a minute with a key for development.
    everyMs: 600,
    burst: 10,
    create: ({ http, key }) => [tavily(http, key)],
  },
  {
    name: 'exa',
    scopes: ['web'],
    defaultUrl: 'https://api.exa.ai',
    needs: 'key',
    // 10 requests a second.
    everyMs: 125,
    burst: 2,
    create: ({ http, key }) => [exa(http, key)],
  },
  {
    name: 'hackernews',
    scopes: ['web'],
    defaultUrl: 'https://hn.algolia.com',
    // Algolia allows 10,000 requests an hour for each address.
    everyMs: 360,
    burst: 20,
    create: ({ http }) => [hackernews(http)],
  },
  {
    name: 'marginalia',
    scopes: ['web'],
    defaultUrl: 'https://api2.marginalia-search.com',
    // All users share its public key, so the provider is used only if it is configured.
    needs: 'choice',
    everyMs: 1_000,
    create: ({ http, key }) => [marginalia(http, key)],
  },
  {
    name: 'gdelt',
    scopes: ['news'],
    defaultUrl: 'https://api.gdeltproject.org',
    // One request in five seconds.
    everyMs: 5_000,
    create: ({ http }) => [gdelt(http)],
  },
  {
    name: 'feeds',
    scopes: ['news'],
    hasManyUrls: true,
    needs: 'url',
    create: ({ each }) => [feeds(each)],
  },
  {
    name: 'wikipedia',
    scopes: ['wikipedia'],
    defaultUrl: 'https://en.wikipedia.org',
    needs: 'contact',
    everyMs: 100,
    burst: 10,
    create: ({ http }) => [wikipedia(http)],
  },
  {
    name: 'wikidata',
    scopes: ['people', 'companies'],
    defaultUrl: 'https://www.wikidata.org',
    needs: 'contact',
    everyMs: 100,
    burst: 10,
    create: ({ http, at }) => {
      const articles = at('https://en.wikipedia.org');
      return [wikidata(http, articles, 'people'), wikidata(http, articles, 'companies')];
    },
  },
  {
    name: 'orcid',
    scopes: ['people'],
    defaultUrl: 'https://pub.orcid.org',
    // 12 requests a second, burst of 40.
    everyMs: 100,
    burst: 10,
    create: ({ http }) => [orcid(http)],
  },
  {
    name: 'gleif',
    scopes: ['companies'],
    defaultUrl: 'https://api.gleif.org',
    // At most 60 requests in any minute: 50 and a burst of ten.
    everyMs: 1_200,
    burst: 10,
    create: ({ http }) => [gleif(http)],
  },
  {
    name: 'sec',
    scopes: ['companies', 'financial-reports'],
    defaultUrl: 'https://www.sec.gov',
    needs: 'contact',
    // At most 10 requests in any second: 8 and a burst of two.
    everyMs: 125,
    burst: 2,
    create: ({ http, at }) =>
      sec({ www: http, structured: at('https://data.sec.gov'), fullText: at('https://efts.sec.gov') }),
  },
];
