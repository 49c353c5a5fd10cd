import type { PageResult, ReadPage } from '../../fetch/read-page.ts';
import { FORBIDDEN_BY_ROBOTS } from '../../fetch/robots.ts';
import type { LeasedAddress } from '../frontier/frontier.ts';
import { linksInText } from '../frontier/links-in-text.ts';
import { inTurn, isOverload, passes, readWithin, type PoliteReader, type TurnResult } from './turn.ts';

/** What became of an address. */
export type AddressReading =
  | {
      status: 'read';
      address: LeasedAddress;
      page: ReadPage;
      links: string[];
      /** The address of the same page that counts instead. */
      alias?: string;
    }
  | { status: 'unchanged'; address: LeasedAddress; httpStatus: number }
  | { status: 'skipped'; address: LeasedAddress; reason: string; httpStatus?: number | undefined }
  | { status: 'failed'; address: LeasedAddress; reason: string; httpStatus: number | undefined; isGone: boolean }
  /** It is read again after that time. */
  | { status: 'later'; address: LeasedAddress; reason: string; afterMs: number };

const MOST_ATTEMPTS = 3;
const AGAIN_MS = 5_000;
const UNCHANGED = 304;
const GONE: ReadonlySet<number | undefined> = new Set([404, 410]);
const UNREACHABLE_ROBOTS = "The site's robots.txt could not be read.";
const WANTED = ['links', 'directions'] as const;

/** Reads an address in a turn of its host. */
export function readAddress(
  reader: PoliteReader,
  crawlId: string,
  address: LeasedAddress,
  signal: AbortSignal,
): Promise<TurnResult<AddressReading>> {
  return inTurn<AddressReading>(reader, { url: address.url, crawlId }, signal, async (rules, within) => {
    if (!rules || rules.isUnreachable)
      return { value: unsettled(address, { reason: UNREACHABLE_ROBOTS }), isOverloaded: true };
    if (!rules.isAllowed(address.url))
      return { value: { status: 'skipped', address, reason: FORBIDDEN_BY_ROBOTS.message } };
    const known = address.document_url === null ? undefined : validators(address);
    const options = { known, wanted: WANTED, once: true };
    const result = await readWithin(reader.readPage, { url: address.url, options }, { signal, within });
    if (result.status === 'error')
      return {
        value: failure(address, result),
        isOverloaded: isOverload(result),
        retryAfterMs: result.retryAfterMs,
      };
    const page = await asMarkdown(reader, result, { signal, within });
    return { value: { status: 'read', address, page, links: linksOf(page) } };
  });
}

const validators = ({ etag, last_modified: lastModified }: LeasedAddress) => ({
  ...(etag !== null && { etag }),
  ...(lastModified !== null && { lastModified }),
});

function failure(address: LeasedAddress, error: Extract<PageResult, { status: 'error' }>): AddressReading {
  const { httpStatus, message } = error;
  if (httpStatus === UNCHANGED && address.document_url !== null) return { status: 'unchanged', address, httpStatus };
  if (passes(error)) return unsettled(address, { reason: message, httpStatus, afterMs: error.retryAfterMs });
  if (error.code === 'extraction_failed' || error.code === 'unsupported_content_type')
    return { status: 'skipped', address, reason: message, httpStatus };
  return { status: 'failed', address, reason: message, httpStatus, isGone: GONE.has(httpStatus) };
}

interface Passing {
  reason: string;
  httpStatus?: number | undefined;
  afterMs?: number | undefined;
}

function unsettled(address: LeasedAddress, { reason, httpStatus, afterMs = 0 }: Passing): AddressReading {
  if (address.attempts + 1 >= MOST_ATTEMPTS) return { status: 'failed', address, reason, httpStatus, isGone: false };
  const wait = Math.max(afterMs, AGAIN_MS * (address.attempts + 1));
  return { status: 'later', address, reason, afterMs: wait };
}

/** The Markdown that a page names as its alternate, where its own host has it; else what was extracted. */
async function asMarkdown(
  { readPage, robotsOf }: PoliteReader,
  page: ReadPage,
  signals: { signal: AbortSignal; within: AbortSignal },
): Promise<ReadPage> {
  const url = page.extras?.directions?.markdownUrl;
  const { host } = new URL(page.finalUrl);
  if (url === undefined || new URL(url).host !== host) return page;
  if ((await robotsOf(url, signals.within))?.isAllowed(url) === false) return page;
  const written = await readWithin(readPage, { url, options: { once: true } }, signals);
  const isOwn = written.status === 'ok' && new URL(written.finalUrl).host === host && !/html/.test(written.contentType);
  return isOwn ? { ...page, markdown: written.markdown } : page;
}

function linksOf({ extras, markdown, finalUrl, contentType }: ReadPage): string[] {
  if (extras?.directions?.mayFollow === false) return [];
  if (extras?.links) return extras.links.map(({ url }) => url);
  return /markdown/.test(contentType) ? linksInText(markdown, finalUrl) : [];
}
