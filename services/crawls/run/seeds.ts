import type { Database } from '../../database/database.ts';
import { createSlices } from '../../concurrency/slices.ts';
import { readListing, type ListingRead } from '../../sources/listing/read-listing.ts';
import type { DownloadListingDeps } from '../../sources/listing/download-listing.ts';
import { addAddresses, type FoundAddress, type OfCrawl } from '../frontier/frontier.ts';
import { linksInText } from '../frontier/links-in-text.ts';
import type { RunningCrawl } from '../storage/transitions.ts';
import { found } from './settle-pages.ts';
import { readWithin, whenFree, type PoliteReader } from './turn.ts';

const MOST_SITEMAPS = 50;
const MOST_REDIRECTS = 5;
const MOST_LISTED = 100_000;
const ADDED_AT_ONCE = 2_000;
// A site that is slow on purpose must not keep a worker from other crawls.
const ORIGIN_WITHIN_MS = 2 * 60_000;
const ALL_WITHIN_MS = 10 * 60_000;
const SLICE_CHARACTERS = 16 * 1_024;

export interface SeedsDeps {
  database: Database;
  web: DownloadListingDeps;
  plainReader: PoliteReader;
}

/** Adds what the sites of the seeds list: sitemaps, feeds in robots.txt's place of them, and llms.txt. */
export async function addListed(deps: SeedsDeps, of: OfCrawl, crawl: RunningCrawl, signal: AbortSignal): Promise<void> {
  const origins = [...new Set(crawl.request.urls.map((url) => new URL(url).origin))];
  const ofAll = AbortSignal.timeout(ALL_WITHIN_MS);
  for (const origin of origins) {
    if (ofAll.aborted) return;
    const within = AbortSignal.any([signal, ofAll, AbortSignal.timeout(ORIGIN_WITHIN_MS)]);
    const listed: string[] = [];
    try {
      await ofSitemaps(deps, of, { origin, signal: within, listed });
      listed.push(...(await ofLlms(deps, of, { origin, signal: within, listed })));
    } catch (error) {
      signal.throwIfAborted();
      if (!within.aborted) throw error;
    }
    const addresses: FoundAddress[] = [];
    const slices = createSlices(SLICE_CHARACTERS);
    for (const url of listed) {
      const address = found(crawl, url, { depth: 1, isListed: true });
      if (address) addresses.push(address);
      await slices.done(url.length);
    }
    for (const batch of inBatches(addresses))
      await deps.database.transaction(async (sql) => void (await addAddresses(sql, of, batch)));
  }
}

function* inBatches(addresses: readonly FoundAddress[]): Generator<FoundAddress[]> {
  for (let from = 0; from < addresses.length; from += ADDED_AT_ONCE) yield addresses.slice(from, from + ADDED_AT_ONCE);
}

interface OfOrigin {
  origin: string;
  signal: AbortSignal;
  /** What was found so far: it counts if the time is over. */
  listed: string[];
}

async function ofSitemaps(
  deps: SeedsDeps,
  { crawlId }: OfCrawl,
  { origin, signal, listed: urls }: OfOrigin,
): Promise<void> {
  const { plainReader } = deps;
  const named = await whenFree(plainReader, { url: origin, crawlId }, signal, async (rules) => ({
    value: rules && !rules.isUnreachable ? [...rules.sitemaps] : undefined,
  }));
  // Without a robots.txt that can be read, nothing of the site is requested.
  if (!named) return;
  const waiting = named.length > 0 ? named : [`${origin}/sitemap.xml`];
  for (let at = 0; at < Math.min(waiting.length, MOST_SITEMAPS) && urls.length < MOST_LISTED; at += 1) {
    const url = waiting[at] ?? '';
    if (!URL.canParse(url)) continue;
    const most = MOST_LISTED - urls.length;
    const read = await readSitemap(deps, { url, crawlId }, { most, signal });
    if (read?.status !== 'read') continue;
    const entries = read.listing.entries.map((entry) => entry.url);
    if (read.listing.kind === 'sitemap index')
      waiting.push(...entries.slice(0, Math.max(0, MOST_SITEMAPS - waiting.length)));
    else urls.push(...entries);
  }
}

/** Each redirect to another host is followed in a turn of that host. */
async function readSitemap(
  { web, plainReader }: SeedsDeps,
  at: { url: string; crawlId: string },
  { most, signal }: { most: number; signal: AbortSignal },
): Promise<ListingRead | undefined> {
  let { url } = at;
  for (let hops = 0; hops < MOST_REDIRECTS; hops += 1) {
    const read = await whenFree(plainReader, { ...at, url }, signal, async (rules, within) => {
      if (!rules || rules.refusalOf(url)) return { value: undefined };
      const { origin } = new URL(url);
      const mayFollow = (target: string) => new URL(target).origin === origin && rules.isAllowed(target);
      const reading = readListing(web, plainReader.clock, url, { most, mayFollow, signal: within });
      const value = await reading.catch((error: unknown) => {
        signal.throwIfAborted();
        if (!within.aborted) throw error;
        return undefined;
      });
      return { value };
    });
    if (read?.status !== 'failed' || read.redirectsTo === undefined) return read;
    url = read.redirectsTo;
  }
  return undefined;
}

/** @see https://llmstxt.org */
async function ofLlms(
  { plainReader }: SeedsDeps,
  { crawlId }: OfCrawl,
  { origin, signal }: OfOrigin,
): Promise<string[]> {
  const url = `${origin}/llms.txt`;
  return whenFree(plainReader, { url, crawlId }, signal, async (rules, within) => {
    if (!rules || rules.isUnreachable || !rules.isAllowed(url)) return { value: [] };
    const options = { once: true };
    const page = await readWithin(plainReader, { url, options }, { signal, within });
    const isText = page.status === 'ok' && /^text\/(?:plain|markdown)$/.test(page.contentType);
    return { value: isText ? linksInText(page.markdown, url) : [] };
  });
}
