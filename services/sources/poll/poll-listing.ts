import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import type { RobotsRefusal } from '../../fetch/robots.ts';
import type { DownloadListingDeps } from '../listing/download-listing.ts';
import type { HostTurns } from './host-turns.ts';
import type { ListedPages, SourceKind } from '../listing/listing.ts';
import type { ActiveSource } from '../storage/active-source.ts';
import { readListing, type ListingRead } from '../listing/read-listing.ts';
import {
  countListed,
  dropSurplus,
  knownListings,
  storeIndex,
  storeListing,
  type KnownListing,
} from './store-listing.ts';

const MOST_SITEMAPS = 200;

export interface PollListingDeps {
  database: Database;
  clock: Clock;
  web: DownloadListingDeps & { robotsRefusal: RobotsRefusal };
  hostTurns: HostTurns;
}

/** `failed`: nothing was read. `partly`: some sitemaps of an index were not read. */
interface ListingFault {
  status: 'failed' | 'partly';
  message: string;
}

export interface ListingPoll {
  /** The URL that was read. */
  kind?: SourceKind;
  fault?: ListingFault | undefined;
}

type Read = Extract<ListingRead, { status: 'read' }>;

/**
 * Reads a source's feed or sitemap if it has changed, and the sitemaps of its index, and stores which pages are due.
 */
export async function pollListing(
  deps: PollListingDeps,
  source: ActiveSource,
  signal: AbortSignal,
): Promise<ListingPoll> {
  const known = await knownListings(deps.database, source.id);
  // An index may name many sitemaps although only a few pages are wanted.
  const most = Math.max(source.max_pages, MOST_SITEMAPS);
  const root = await readPolitely(deps, {
    url: source.url,
    orgId: source.org_id,
    known: known.get(source.url),
    most,
    signal,
  });
  if (root.status === 'failed') return { fault: root };
  const poll = await followRoot(deps, source, { root, known, signal });
  await deps.database.transaction((sql) => dropSurplus(sql, source));
  return poll;
}

interface Following {
  root: Read | { status: 'unchanged' };
  known: ReadonlyMap<string, KnownListing>;
  signal: AbortSignal;
}

async function followRoot(
  deps: PollListingDeps,
  source: ActiveSource,
  { root, known, signal }: Following,
): Promise<ListingPoll> {
  if (root.status === 'unchanged') {
    const named = [...known.keys()].filter((url) => url !== source.url).map((url) => ({ url }));
    return { fault: await pollSitemaps(deps, source, { named, known, signal }) };
  }
  const { kind, entries } = root.listing;
  const found: SourceKind = kind === 'feed' ? 'feed' : 'sitemap';
  if (source.kind !== null && source.kind !== found)
    return { fault: { status: 'failed', message: `It is a ${found}, not a ${source.kind}.` } };
  if (kind !== 'sitemap index') {
    await storeOne(deps, source, source.url, root);
    return { kind: found };
  }
  const fault = await pollSitemaps(deps, source, { named: entries, known, signal });
  // Stored last: after an interruption, the next poll reads the index as changed again.
  await storeIndex(deps.database, source, { entries, validators: root.validators }, deps.clock.now());
  return { kind: found, fault };
}

interface Sitemaps {
  named: readonly ListedPages[];
  known: ReadonlyMap<string, KnownListing>;
  signal: AbortSignal;
}

/** Reads sitemaps one after the other, up to the source's page limit, without those that the index dates before the last read. */
async function pollSitemaps(
  deps: PollListingDeps,
  source: ActiveSource,
  { named, known, signal }: Sitemaps,
): Promise<ListingFault | undefined> {
  const faults: string[] = [];
  let room = source.max_pages;
  for (const { url, changedAt } of named.slice(0, MOST_SITEMAPS)) {
    if (room <= 0) break;
    const former = known.get(url);
    const isOld = former && changedAt && changedAt < former.readAt;
    const read: ListingRead = isOld
      ? { status: 'unchanged' }
      : await readPolitely(deps, { url, orgId: source.org_id, known: former, most: room, signal });
    if (read.status === 'failed') faults.push(`${url}: ${read.message}`);
    if (read.status === 'read') await storeOne(deps, source, url, read);
    room -= read.status === 'read' ? read.listing.entries.length : await countListed(deps.database, source.id, url);
  }
  const [first] = faults;
  if (first === undefined) return undefined;
  return {
    status: faults.length === named.length ? 'failed' : 'partly',
    message: `${faults.length} of ${named.length} sitemaps were not read: ${first}`,
  };
}

interface Task {
  url: string;
  orgId: string;
  known: KnownListing | undefined;
  most: number;
  signal: AbortSignal;
}

function readPolitely(
  { web, clock, hostTurns }: PollListingDeps,
  { url, orgId, known, most, signal }: Task,
): Promise<ListingRead> {
  return hostTurns.run({ url, orgId }, signal, async () => {
    const refusal = await web.robotsRefusal(url, signal);
    if (refusal) return { status: 'failed', message: refusal.message };
    return readListing(web, clock, url, { most, known: known?.validators, signal });
  });
}

/** The protocol allows no index within an index: such an index lists nothing here. */
async function storeOne(
  { database, clock }: PollListingDeps,
  source: ActiveSource,
  listingUrl: string,
  { listing, validators }: Read,
): Promise<void> {
  const kind = listing.kind === 'feed' ? 'feed' : 'sitemap';
  const entries = listing.kind === 'sitemap index' ? [] : listing.entries.slice(0, source.max_pages);
  await storeListing(database, source, { listingUrl, kind, entries, validators }, clock.now());
}
