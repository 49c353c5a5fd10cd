import type { CrawlRequest } from '../../../entities/crawls/crawl.ts';
import { siteName } from '../../url/canonical-url.ts';
import { decoded } from '../../url/decoded.ts';
import type { Address } from './address.ts';
import { matchesGlob } from './globs.ts';

/** The part of a crawl's request that says which addresses belong to it. */
export type CrawlBounds = Pick<CrawlRequest, 'urls' | 'maxDepth' | 'include' | 'exclude' | 'includeSubdomains'>;

// A path of a trap repeats its own segments, or grows with each link.
const MOST_SEGMENTS = 24;
const MOST_REPEATS = 3;
const MOST_PARAMETERS = 8;

// Files without text of their own.
const NO_PAGE =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|css|m?js|json|map|woff2?|ttf|otf|eot|mp[34]|m4[av]|ogg|og[av]|webm|mov|avi|wav|flac|zip|gz|tgz|bz2|xz|7z|rar|tar|exe|dmg|deb|rpm|iso|bin|apk|jar|whl|docx?|xlsx?|pptx?|odt|epub)$/i;

/** Whether an address belongs to a crawl. @param depth links from a seed; 0 for a seed, which needs no glob */
export function isAdmitted(bounds: CrawlBounds, { url }: Pick<Address, 'url'>, depth: number): boolean {
  if (depth > bounds.maxDepth) return false;
  const parsed = new URL(url);
  if (!isOfSites(bounds, parsed)) return false;
  if (depth === 0) return true;
  const path = decoded(parsed.pathname);
  if (NO_PAGE.test(parsed.pathname) || isTrap(parsed)) return false;
  if (bounds.exclude.some((glob) => matchesGlob(glob, path))) return false;
  return bounds.include.length === 0 || bounds.include.some((glob) => matchesGlob(glob, path));
}

function isOfSites({ urls, includeSubdomains }: CrawlBounds, url: URL): boolean {
  const name = siteName(url.href);
  return seedsOf(urls).some(({ site, port }) => {
    const isSite = name === site || (includeSubdomains && name.endsWith(`.${site}`));
    // A site may answer at both schemes' own ports.
    return isSite && port === url.port;
  });
}

function isTrap(url: URL): boolean {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  if (segments.length > MOST_SEGMENTS) return true;
  const counts = new Map<string, number>();
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  if ([...counts.values()].some((count) => count > MOST_REPEATS)) return true;
  return url.search.split('&').length > MOST_PARAMETERS;
}

const DEPTH_STEP = 10;

/** The order of reading: near a seed first, and among equals what a sitemap lists and what is under a seed's path. */
export function priorityOf(
  { urls }: CrawlBounds,
  { url }: Pick<Address, 'url'>,
  { depth, isListed }: { depth: number; isListed: boolean },
): number {
  const isUnderSeed = seedsOf(urls).some(({ folder }) => url.startsWith(folder));
  return depth * DEPTH_STEP - (isListed ? 4 : 0) - (isUnderSeed ? 2 : 0);
}

interface Seed {
  site: string;
  port: string;
  folder: string;
}

// A crawl asks for each of its links, and seeds are parsed once for all of them.
const parsedSeeds = new WeakMap<readonly string[], Seed[]>();

function seedsOf(urls: readonly string[]): Seed[] {
  const known = parsedSeeds.get(urls);
  if (known) return known;
  const seeds = urls.map((url) => ({ site: siteName(url), port: new URL(url).port, folder: new URL('.', url).href }));
  parsedSeeds.set(urls, seeds);
  return seeds;
}
