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

/** What there is to know of a provider before it is made. */
export interface CatalogueEntry {
  name: ProviderName;
  scopes: readonly Scope[];
  /** Absent where everybody has an instance of their own. */
  defaultUrl?: string;
  /** Whether the operator gives a list of URLs, separated by commas. */
  hasManyUrls?: boolean;
  /** What the operator has to give before it is asked. Undefined: nothing. */
  needs?: 'url' | 'key' | 'contact' | 'choice';
  /** Time between two requests to all its hosts, and how many may go at once before that. */
  everyMs?: number;
  burst?: number;
  create(tools: ProviderTools): Provider[];
}

/** What a provider is made of. */
interface ProviderTools {
  /** At the operator's URL, else the default one. */
  http: ProviderHttp;
  /** For providers of several hosts: at another host of theirs, or at the operator's URL where one is set. */
  at(defaultUrl: string): ProviderHttp;
  /** At each of the operator's URLs. */
  each: readonly ProviderHttp[];
  /** '' where none is set. */
  key: string;
}

/** All providers beside the own index. Their terms are in docs/search.md. */
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
    // Its plans begin at 20 requests a second; lower ones answer 429.
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
    // Algolia lets an address make 10,000 requests an hour.
    everyMs: 360,
    burst: 20,
    create: ({ http }) => [hackernews(http)],
  },
  {
    name: 'marginalia',
    scopes: ['web'],
    defaultUrl: 'https://api2.marginalia-search.com',
    // All users share its public key, so it is used only where it is configured.
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
    // 12 requests a second, 40 at once.
    everyMs: 100,
    burst: 10,
    create: ({ http }) => [orcid(http)],
  },
  {
    name: 'gleif',
    scopes: ['companies'],
    defaultUrl: 'https://api.gleif.org',
    // At most 60 requests in any minute: 50 and the ten that may go at once.
    everyMs: 1_200,
    burst: 10,
    create: ({ http }) => [gleif(http)],
  },
  {
    name: 'sec',
    scopes: ['companies', 'financial-reports'],
    defaultUrl: 'https://www.sec.gov',
    needs: 'contact',
    // At most 10 requests in any second: 8 and the two that may go at once.
    everyMs: 125,
    burst: 2,
    create: ({ http, at }) =>
      sec({ www: http, structured: at('https://data.sec.gov'), fullText: at('https://efts.sec.gov') }),
  },
];
