import type { Clock } from '../../core/clock.ts';
import type { Validators } from '../../fetch/download.ts';
import {
  downloadListing,
  type DownloadListingDeps,
  type DownloadListingOptions,
  type ListingFailure,
} from './download-listing.ts';
import type { Listing } from './listing.ts';
import { parseListing } from './parse-listing.ts';

export type ListingRead =
  | { status: 'read'; listing: Listing; validators: Validators }
  | { status: 'unchanged' }
  | Pick<ListingFailure, 'status' | 'message' | 'redirectsTo'>;

export interface ReadListingOptions extends DownloadListingOptions {
  /** Maximum number of entries; the first ones are kept. */
  most: number;
  signal: AbortSignal;
}

/** Reads a feed, a sitemap or a sitemap index. Failures of the site are results; the signal's reason is rethrown. */
export async function readListing(
  web: DownloadListingDeps,
  clock: Clock,
  url: string,
  { most, signal, ...options }: ReadListingOptions,
): Promise<ListingRead> {
  const download = await downloadListing(web, url, signal, options);
  if (download.status !== 'read') return download;
  const listing = await parseListing(download.text, { listingUrl: download.finalUrl, now: clock.now(), most, signal });
  if (!listing) return { status: 'failed', message: 'It is neither a feed nor a sitemap.' };
  return { status: 'read', listing, validators: download.validators };
}
