import { ACCEPT_ENCODING, decode } from '../../egress/decode.ts';
import type { Egress } from '../../egress/egress.ts';
import { redirectLocation } from '../../egress/redirect.ts';
import { readBody } from '../../egress/read-body.ts';
import { decodeText } from '../../fetch/character-set.ts';
import { conditionsOf, validatorsOf, type Validators } from '../../fetch/download.ts';
import { declaredMediaType } from '../../extract/media-type.ts';

// The protocol's limit for an uncompressed sitemap.
const MAX_BYTES = 50 * 1024 * 1024;
const WITHIN_MS = 60_000;
const ACCEPT =
  'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, text/plain;q=0.5, */*;q=0.1';
const GZIP_START = Buffer.from([0x1f, 0x8b]);

export type ListingDownload =
  | { status: 'read'; text: string; finalUrl: string; validators: Validators }
  | { status: 'unchanged' }
  | ListingFailure;

export interface ListingFailure {
  status: 'failed';
  message: string;
  httpStatus?: number;
  /** Where it redirects, if the caller does not follow it there. */
  redirectsTo?: string;
}

/** How a listing is asked for. */
export interface DownloadListingOptions {
  /** Validators of an earlier download: an unchanged listing is not sent again. */
  known?: Validators | undefined;
  /** Whether a redirect to this URL is followed. Absent: each is. */
  mayFollow?: ((target: string) => boolean) | undefined;
}

export interface DownloadListingDeps {
  egress: Egress;
  userAgent: string;
}

/**
 * Downloads a feed or sitemap, also one that is a gzip file.
 *
 * @param signal its reason is rethrown; the download has its own limit of a minute, whose expiry is a result
 */
export async function downloadListing(
  deps: DownloadListingDeps,
  url: string,
  signal: AbortSignal,
  options: DownloadListingOptions = {},
): Promise<ListingDownload> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
  try {
    return await downloadOnce(deps, url, within, options);
  } catch (error) {
    signal.throwIfAborted();
    if (within.aborted) return { status: 'failed', message: `It was not read within ${WITHIN_MS / 1_000} s.` };
    throw error;
  }
}

async function downloadOnce(
  { egress, userAgent }: DownloadListingDeps,
  url: string,
  signal: AbortSignal,
  { known, mayFollow }: DownloadListingOptions,
): Promise<ListingDownload> {
  const headers = {
    'user-agent': userAgent,
    accept: ACCEPT,
    'accept-encoding': ACCEPT_ENCODING,
    ...conditionsOf(known),
  };
  const response = await egress.request(url, { headers, signal, cookies: true, mayFollow });
  if (response.status === 'refused') return { status: 'failed', message: response.message };
  const { httpStatus, finalUrl } = response;
  if (httpStatus !== 200) response.body.destroy();
  if (httpStatus === 304) return { status: 'unchanged' };
  const target = redirectLocation(httpStatus, response.headers);
  if (target !== undefined && URL.canParse(target, finalUrl)) {
    const redirectsTo = new URL(target, finalUrl).href;
    return { status: 'failed', httpStatus, message: `it redirects to ${redirectsTo}`, redirectsTo };
  }
  if (httpStatus !== 200)
    return { status: 'failed', httpStatus, message: `the origin answered with status ${httpStatus}` };
  const body = await readBody(response, MAX_BYTES, signal);
  if (body.status === 'refused') return { status: 'failed', message: body.message };
  const bytes = await unpacked(body.bytes);
  if (!bytes) return { status: 'failed', message: 'the gzip file is broken or too large once decompressed' };
  const charset = declaredMediaType(response.headers)?.charset;
  const text = decodeText(bytes, {
    essence: 'application/xml',
    kind: 'feed',
    ...(charset !== undefined && { charset }),
  });
  return { status: 'read', text, finalUrl, validators: validatorsOf(response.headers) };
}

async function unpacked(bytes: Buffer): Promise<Buffer | undefined> {
  if (!bytes.subarray(0, 2).equals(GZIP_START)) return bytes;
  try {
    return await decode(bytes, ['gzip'], MAX_BYTES);
  } catch {
    // A zlib error means that the file is broken.
    return undefined;
  }
}
