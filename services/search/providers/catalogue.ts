import type { Scope } from '../scopes.ts';
import { hackernews } from './hackernews.ts';
import type { ProviderName } from './names.ts';
import type { Provider } from './provider.ts';
import type { ProviderHttp } from './provider-http.ts';
import { searxng } from './searxng.ts';

/** What there is to know of a provider before it is made. */
export interface CatalogueEntry {
  name: ProviderName;
  scopes: readonly Scope[];
  /** Absent where everybody has an instance of their own. */
  defaultUrl?: string;
  /** What the operator has to give before it is asked. Undefined: nothing. */
  needs?: 'url' | 'key' | 'contact' | 'choice';
  /** Time between two requests to it, and how many may go at once before that. */
  everyMs?: number;
  burst?: number;
  create(tools: ProviderTools): Provider[];
}

/** What a provider is made of. */
export interface ProviderTools {
  /** At the operator's URL, else the default one. */
  http: ProviderHttp;
  /** For providers of several hosts: at another host of theirs, or at the operator's URL where one is set. */
  at(defaultUrl: string): ProviderHttp;
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
    name: 'hackernews',
    scopes: ['web'],
    defaultUrl: 'https://hn.algolia.com',
    // Algolia lets an address make 10,000 requests an hour.
    everyMs: 360,
    burst: 20,
    create: ({ http }) => [hackernews(http)],
  },
];
