import { EVERYONE } from '../../entities/documents/everyone.ts';
import type { Clock } from '../core/clock.ts';
import type { PageResult } from '../fetch/read-page.ts';
import type { RobotsRefusal } from '../fetch/robots.ts';
import type { ReadPageOf } from '../fetch/page-reader.ts';
import type { DownloadListingDeps } from '../sources/listing/download-listing.ts';
import type { HostTurns } from '../sources/poll/host-turns.ts';
import type { ListedPages, Listing } from '../sources/listing/listing.ts';
import { readListing, type ListingRead } from '../sources/listing/read-listing.ts';
import { documentOfPage, type Labels } from '../documents/document-of-page.ts';
import type { IngestInput, Sink } from './input.ts';
import { sideBySide } from '../concurrency/side-by-side.ts';

const PAGE_WITHIN_MS = 30_000;
const PAGES_AT_ONCE = 8;
// The sitemap protocol's limit.
const MOST_ENTRIES = 50_000;

export interface ReadWebDeps {
  web: DownloadListingDeps & { robotsRefusal: RobotsRefusal };
  readPage: ReadPageOf;
  hostTurns: HostTurns;
  clock: Clock;
}

export interface ReadWebOptions extends Labels {
  signal: AbortSignal;
}

/**
 * Reads a URL from the command line: a page, or all pages that a feed or sitemap lists. robots.txt applies to the
 * listed pages, not to the URL itself. A host receives one request at a time.
 */
export async function readFromUrl(deps: ReadWebDeps, sink: Sink, url: string, options: ReadWebOptions): Promise<void> {
  if (LISTING_NAME.test(new URL(url).pathname)) {
    const read = await readNamedListing(deps, url, options.signal);
    if (read.status === 'read') return follow(deps, sink, { url, listing: read.listing }, options);
  }
  const page = await readOnce(deps, url, options.signal);
  if (mayBeListing(page)) {
    const read = await readNamedListing(deps, url, options.signal);
    if (read.status === 'read') return follow(deps, sink, { url, listing: read.listing }, options);
  }
  sink.expect(1);
  await sink.take(givenOf(url, page, options));
}

const LISTING_NAME = /\.(xml|rss|atom|rdf)(\.gz)?$|\/sitemap[^/]*\.(txt|gz)$/i;

function mayBeListing(page: PageResult): boolean {
  if (page.status === 'error') return page.code === 'unsupported_content_type';
  return /[/+]xml$/.test(page.contentType) && page.contentType !== 'application/xhtml+xml';
}

function readNamedListing(
  { web, clock, hostTurns }: ReadWebDeps,
  url: string,
  signal: AbortSignal,
): Promise<ListingRead> {
  return hostTurns.run({ url, orgId: EVERYONE }, signal, () =>
    readListing(web, clock, url, { most: MOST_ENTRIES, signal }),
  );
}

async function follow(
  deps: ReadWebDeps,
  sink: Sink,
  { url, listing }: { url: string; listing: Listing },
  options: ReadWebOptions,
): Promise<void> {
  const pages = pagesOf(deps, sink, { url, listing }, options.signal);
  await sideBySide(pages, PAGES_AT_ONCE, async (page) => {
    await sink.take(
      givenOf(page.url, await readPolitely(deps, page.url, options.signal), {
        ...options,
        publishedDate: page.publishedDate,
      }),
    );
  });
}

/** The pages of a feed or sitemap; for a sitemap index, those of its sitemaps in order. */
async function* pagesOf(
  deps: ReadWebDeps,
  sink: Sink,
  { url, listing }: { url: string; listing: Listing },
  signal: AbortSignal,
): AsyncGenerator<ListedPages> {
  if (listing.kind !== 'sitemap index') {
    const pages = listing.entries.filter((entry) => sink.isNew(entry.url));
    sink.expect(pages.length);
    yield* pages;
    return;
  }
  for (const sitemap of listing.entries) {
    const refusal = await deps.web.robotsRefusal(sitemap.url, signal);
    const read = refusal ?? (await readNamedListing(deps, sitemap.url, signal));
    // The protocol does not allow an index within an index.
    if (read.status === 'read' && read.listing.kind !== 'sitemap index')
      yield* pagesOf(deps, sink, { url, listing: read.listing }, signal);
    if (read.status === 'failed' || read.status === 'error')
      await sink.take({ status: 'failed', name: sitemap.url, reason: read.message });
  }
}

function readPolitely(deps: ReadWebDeps, url: string, signal: AbortSignal): Promise<PageResult> {
  return deps.hostTurns.run({ url, orgId: EVERYONE }, signal, async () => {
    return (await deps.web.robotsRefusal(url, signal)) ?? readWithin(deps, url, signal);
  });
}

function readOnce(deps: ReadWebDeps, url: string, signal: AbortSignal): Promise<PageResult> {
  return deps.hostTurns.run({ url, orgId: EVERYONE }, signal, () => readWithin(deps, url, signal));
}

async function readWithin({ readPage }: ReadWebDeps, url: string, cancelled: AbortSignal): Promise<PageResult> {
  const within = AbortSignal.any([cancelled, AbortSignal.timeout(PAGE_WITHIN_MS)]);
  try {
    return await readPage(url, within);
  } catch (error) {
    cancelled.throwIfAborted();
    if (within.aborted)
      return { status: 'error', code: 'timeout', message: `It was not read within ${PAGE_WITHIN_MS / 1_000} s.` };
    throw error;
  }
}

function givenOf(url: string, page: PageResult, labels: Labels): IngestInput {
  if (page.status === 'error') return { status: 'failed', name: url, reason: page.message };
  return {
    status: 'document',
    name: url,
    document: documentOfPage(url, page, {
      scope: labels.scope,
      collection: labels.collection,
      source: labels.source,
      publishedDate: labels.publishedDate,
    }),
  };
}
