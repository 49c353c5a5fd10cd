import type { Clock } from '../core/clock.ts';
import type { DownloadListingDeps } from '../sources/listing/download-listing.ts';
import { readListing } from '../sources/listing/read-listing.ts';
import type { ReadPageOf } from '../fetch/page-reader.ts';
import type { PageResult } from '../fetch/read-page.ts';
import { FORBIDDEN_BY_ROBOTS, type RobotsOf, type RobotsRules } from '../fetch/robots.ts';
import { ServiceError } from '../core/errors.ts';
import { sideBySide } from '../concurrency/side-by-side.ts';
import { addressOf } from './frontier/address.ts';
import { isAdmitted, type CrawlBounds } from './frontier/admit.ts';
import { linksInText } from './frontier/links-in-text.ts';
import { bestFirst } from './rank-addresses.ts';

export interface MapRequest {
  url: string;
  /** Empty: in the order of the site. */
  query: string;
  limit: number;
  includeSubdomains: boolean;
}

/** An address of a site, as its listings and links have it. */
interface MappedAddress {
  url: string;
  title?: string | undefined;
  lastModified?: Date | undefined;
}

export interface SiteMap {
  urls: MappedAddress[];
  /** What was not read. */
  warnings: string[];
}

/** @throws ServiceError INVALID_REQUEST for a URL that cannot be read at all */
export type MapSite = (request: MapRequest, signal: AbortSignal) => Promise<SiteMap>;

export interface MapSiteDeps {
  web: DownloadListingDeps;
  robotsOf: RobotsOf;
  readPage: ReadPageOf;
  clock: Clock;
}

const WITHIN_MS = 4_500;
const MOST_SITEMAPS = 30;
const MOST_FEEDS = 3;
const FIRST_PAGES = 8;
// Sitemaps and pages side by side: as many downloads of one host as a fetch makes.
const AT_ONCE = 3;
const MOST_ADDRESSES = 50_000;

export function createMapSite(deps: MapSiteDeps): MapSite {
  return async (request, signal) => {
    const site = collect(request);
    const within = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
    try {
      await readSite(deps, site, { request, signal: within });
    } catch (error) {
      signal.throwIfAborted();
      if (!within.aborted) throw error;
      site.warnings.push(`The site was not read completely within ${WITHIN_MS} ms.`);
    }
    return {
      urls: bestFirst(site.all(), request.query).slice(0, request.limit),
      warnings: site.warnings,
    };
  };
}

interface Collected {
  warnings: string[];
  add(address: MappedAddress): void;
  /** The requested address first. */
  all(): MappedAddress[];
}

function collect({ url, includeSubdomains }: MapRequest): Collected {
  const bounds: CrawlBounds = { urls: [url], maxDepth: 1, include: [], exclude: [], includeSubdomains };
  const found = new Map<string, MappedAddress>();
  return {
    warnings: [],
    all() {
      const own = found.get(addressOf(url)?.key ?? '');
      return own ? [own, ...[...found.values()].filter((other) => other !== own)] : [...found.values()];
    },
    add({ url: given, title, lastModified }) {
      const address = addressOf(given);
      if (!address || !isAdmitted(bounds, address, 1)) return;
      const known = found.get(address.key);
      if (!known && found.size >= MOST_ADDRESSES) return;
      found.set(address.key, {
        url: known?.url ?? address.url,
        title: known?.title || title || undefined,
        lastModified: known?.lastModified ?? lastModified,
      });
    },
  };
}

interface Mapping {
  request: MapRequest;
  signal: AbortSignal;
}

async function readSite(deps: MapSiteDeps, site: Collected, { request, signal }: Mapping): Promise<void> {
  const { url } = request;
  const rules = await deps.robotsOf(url, signal);
  if (rules?.isUnreachable) return void site.warnings.push(`${url}: ${rules.refusalOf(url)?.message ?? ''}`);
  const sitemaps = readSitemaps(deps, site, { url, rules, signal });
  const pages = readFirstPages(deps, site, { url, rules, signal });
  const outcomes = await Promise.allSettled([sitemaps, pages]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

interface SiteReading {
  url: string;
  rules: RobotsRules | undefined;
  signal: AbortSignal;
}

/** By the rules of the address's own origin. */
const isAllowed = async ({ robotsOf }: MapSiteDeps, url: string, signal: AbortSignal) =>
  (await robotsOf(url, signal))?.isAllowed(url) ?? true;

async function readSitemaps(deps: MapSiteDeps, site: Collected, { url, rules, signal }: SiteReading): Promise<void> {
  const named = rules?.sitemaps ?? [];
  let level = named.length > 0 ? [...named] : [new URL('/sitemap.xml', url).href];
  let left = MOST_SITEMAPS;
  // An index of indexes is read, too; the number of sitemaps ends a circle.
  while (level.length > 0 && left > 0) {
    const next: string[] = [];
    const readable = level.slice(0, left).filter((one) => URL.canParse(one));
    left -= level.length;
    await sideBySide(readable, AT_ONCE, async (one) => {
      if (!(await isAllowed(deps, one, signal))) return;
      const read = await readListing(deps.web, deps.clock, one, { most: MOST_ADDRESSES, signal });
      if (read.status !== 'read') {
        if (named.length > 0) site.warnings.push(`${one}: ${'message' in read ? read.message : 'it is empty'}`);
        return;
      }
      for (const entry of read.listing.entries)
        if (read.listing.kind === 'sitemap index') next.push(entry.url);
        else site.add({ url: entry.url, lastModified: entry.changedAt });
    });
    level = next;
  }
}

async function readFirstPages(deps: MapSiteDeps, site: Collected, reading: SiteReading): Promise<void> {
  const { url, signal } = reading;
  if (!(await isAllowed(deps, url, signal))) return void site.warnings.push(`${url}: ${FORBIDDEN_BY_ROBOTS.message}`);
  const first = await deps.readPage(url, signal, { wanted: ['links', 'metadata'], once: true });
  const links = addLinks(site, url, first);
  if (first.status === 'error') {
    if (first.code === 'invalid_url' || first.code === 'unsupported_scheme')
      throw new ServiceError('INVALID_REQUEST', `url: ${first.message}`, { param: 'url' });
    site.warnings.push(`${url}: ${first.message}`);
  }
  const feeds = first.status === 'ok' ? (first.extras?.metadata?.feeds ?? []) : [];
  const readFeeds = sideBySide(feeds.slice(0, MOST_FEEDS), AT_ONCE, async (feed) => {
    if (!(await isAllowed(deps, feed.url, signal))) return;
    const read = await readListing(deps.web, deps.clock, feed.url, { most: MOST_ADDRESSES, signal });
    if (read.status === 'read')
      for (const entry of read.listing.entries) site.add({ url: entry.url, lastModified: entry.changedAt });
  });
  const llms = llmsOf(url);
  const further = [llms, ...links.filter((link) => link !== url).slice(0, FIRST_PAGES)];
  const readFurther = sideBySide(further, AT_ONCE, async (link) => {
    if (!(await isAllowed(deps, link, signal))) return;
    addLinks(site, link, await deps.readPage(link, signal, { wanted: ['links'], once: true }));
  });
  await Promise.all([readFeeds, readFurther]);
}

const llmsOf = (url: string) => new URL('/llms.txt', url).href;

/** Returns the links of a page to its own site. */
function addLinks(site: Collected, requestedUrl: string, page: PageResult): string[] {
  if (page.status === 'error') return [];
  const isText = page.contentType === 'text/plain' || page.contentType === 'text/markdown';
  if (requestedUrl !== llmsOf(requestedUrl)) site.add({ url: page.finalUrl, title: page.title });
  const links = page.extras?.links ?? [];
  for (const link of links) site.add({ url: link.url, title: link.text });
  if (isText) for (const url of linksInText(page.markdown, requestedUrl)) site.add({ url });
  return links.filter(({ internal }) => internal).map(({ url }) => url);
}
