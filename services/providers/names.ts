/** As in QUARRY_PROVIDERS, and in capitals in QUARRY_<PROVIDER>_URL and QUARRY_<PROVIDER>_KEY. */
export const PROVIDER_NAMES = [
  'searxng',
  'brave',
  'tavily',
  'exa',
  'hackernews',
  'marginalia',
  'gdelt',
  'feeds',
  'wikipedia',
  'wikidata',
  'orcid',
  'gleif',
  'sec',
] as const;

export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** The providers with keys. */
export const KEYED_PROVIDERS = ['brave', 'tavily', 'exa', 'marginalia'] as const satisfies readonly ProviderName[];
