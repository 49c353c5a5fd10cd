import type { ProviderOptions } from '../port/provider.ts';

/** A query with the caller's domains as search engines write them, as many as fit; we enforce them all afterwards. */
export function withSites(
  query: string,
  { includeDomains, excludeDomains }: Pick<ProviderOptions, 'includeDomains' | 'excludeDomains'>,
  most: { characters: number; words: number },
): string {
  const included = includeDomains.map((domain) => `site:${domain}`).join(' OR ');
  const excluded = excludeDomains.map((domain) => `-site:${domain}`);
  const fits = (text: string) => text.length <= most.characters && text.split(' ').length <= most.words;
  // Half a list of domains to include would hide the others.
  const narrowed = included && fits(`${query} ${included}`) ? `${query} ${included}` : query;
  return excluded.reduce((text, site) => (fits(`${text} ${site}`) ? `${text} ${site}` : text), narrowed);
}
