import type { Database } from '../../database/database.ts';
import { readListing } from '../../sources/listing/read-listing.ts';
import type { DownloadListingDeps } from '../../sources/listing/download-listing.ts';
import { addAddresses, type FoundAddress, type OfCrawl } from '../frontier/frontier.ts';
import { linksInText } from '../frontier/links-in-text.ts';
import type { RunningCrawl } from '../storage/transitions.ts';
import { found } from './settle-pages.ts';
import { readWithin, whenFree, type PoliteReader } from './turn.ts';

const MOST_SITEMAPS = 50;
const MOST_LISTED = 100_000;
const ADDED_AT_ONCE = 2_000;

export interface SeedsDeps {
  database: Database;
  web: DownloadListingDeps;
  plainReader: PoliteReader;
}

/** Adds what the sites of the seeds list: sitemaps, feeds in robots.txt's place of them, and llms.txt. */
export async function addListed(deps: SeedsDeps, of: OfCrawl, crawl: RunningCrawl, signal: AbortSignal): Promise<void> {
  const origins = [...new Set(crawl.request.urls.map((url) => new URL(url).origin))];
  for (const origin of origins) {
    const listed = [
      ...(await ofSitemaps(deps, of, { origin, signal })),
      ...(await ofLlms(deps, of, { origin, signal })),
    ];
    const addresses = listed.flatMap((url) => found(crawl, url, { depth: 1, isListed: true }) ?? []);
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
}

async function ofSitemaps(deps: SeedsDeps, { crawlId }: OfCrawl, { origin, signal }: OfOrigin): Promise<string[]> {
  const { web, plainReader } = deps;
  const named = await whenFree(plainReader, { url: origin, crawlId }, signal, async (rules) => ({
    value: rules && !rules.isUnreachable ? [...rules.sitemaps] : undefined,
  }));
  // Without a robots.txt that can be read, nothing of the site is requested.
  if (!named) return [];
  const waiting = named.length > 0 ? named : [`${origin}/sitemap.xml`];
  const urls: string[] = [];
  for (let at = 0; at < Math.min(waiting.length, MOST_SITEMAPS) && urls.length < MOST_LISTED; at += 1) {
    const url = waiting[at] ?? '';
    if (!URL.canParse(url)) continue;
    const most = MOST_LISTED - urls.length;
    const read = await whenFree(plainReader, { url, crawlId }, signal, async (rules) => ({
      value:
        rules?.isAllowed(url) === false ? undefined : await readListing(web, plainReader.clock, url, { most, signal }),
    }));
    if (read?.status !== 'read') continue;
    const entries = read.listing.entries.map((entry) => entry.url);
    if (read.listing.kind === 'sitemap index') waiting.push(...entries);
    else urls.push(...entries);
  }
  return urls;
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
    const page = await readWithin(plainReader.readPage, { url, options }, { signal, within });
    const isText = page.status === 'ok' && /^text\/(?:plain|markdown)$/.test(page.contentType);
    return { value: isText ? linksInText(page.markdown, url) : [] };
  });
}
