import type { Listing } from './listing.ts';

const MAX_URL_BYTES = 2_048;

/**
 * The URL of an entry as it will be read, or nothing where it is not followed.
 *
 * A feed may name pages anywhere, as the feeds of aggregators do. A sitemap speaks for its own site only (the protocol
 * says so): its host without `www.`, and the names below that.
 */
export function admitUrl(
  given: string,
  { kind, listingUrl }: { kind: Listing['kind']; listingUrl: string },
): string | undefined {
  // An entry without an address is not the listing itself.
  const address = given.trim();
  const url = address === '' ? null : URL.parse(address, kind === 'feed' ? listingUrl : undefined);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  if (Buffer.byteLength(url.href) > MAX_URL_BYTES) return undefined;
  return kind === 'feed' || isOfSite(url.hostname, new URL(listingUrl).hostname) ? url.href : undefined;
}

function isOfSite(host: string, listingHost: string): boolean {
  const site = listingHost.replace(/^www\.(?=[^.]+\.)/, '');
  return host === site || host.endsWith(`.${site}`);
}
