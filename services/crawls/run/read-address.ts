import { mayPass } from '../../fetch/page-error.ts';
import type { PageResult, ReadPage } from '../../fetch/read-page.ts';
import { FORBIDDEN_BY_ROBOTS, type RobotsRules } from '../../fetch/robots.ts';
import type { LeasedAddress } from '../frontier/frontier.ts';
import { linksInText } from '../frontier/links-in-text.ts';
import {
  inTurn,
  isOverload,
  PAGE_WITHIN_MS,
  readWithin,
  whenFree,
  type PoliteReader,
  type TurnResult,
  type Work,
} from './turn.ts';

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
const MOST_HOSTS = 4;
const AGAIN_MS = 5_000;
const UNCHANGED = 304;
const GONE: ReadonlySet<number | undefined> = new Set([404, 410]);
const UNREACHABLE_ROBOTS = "The site's robots.txt could not be read.";
const WANTED = ['links', 'directions'] as const;

/** The bounds of a crawl. */
interface ReadingFor {
  crawlId: string;
  /** Whether the crawl reads this URL in the place of the address, which redirects to it. */
  mayRead(url: string): boolean;
}

/** Reads an address in a turn of its host. What it redirects to at another host is read in a turn of that host. */
export async function readAddress(
  reader: PoliteReader,
  { crawlId, mayRead }: ReadingFor,
  address: LeasedAddress,
  signal: AbortSignal,
): Promise<TurnResult<AddressReading>> {
  const first = await inTurn(reader, { url: address.url, crawlId }, signal, (rules, within) =>
    readOne(reader, { address, url: address.url }, { rules, signal, within }),
  );
  if (first.status === 'busy') return first;
  const { freeAt } = first;
  const within = AbortSignal.any([signal, AbortSignal.timeout(PAGE_WITHIN_MS)]);
  let read = first.value;
  for (let hosts = 1; read.status === 'elsewhere'; hosts += 1) {
    const { url } = read;
    if (hosts === MOST_HOSTS || !mayRead(url))
      return {
        status: 'done',
        value: { status: 'skipped', address, reason: `Redirects out of the crawl, to ${url}.` },
        freeAt,
      };
    read = await whenFree(reader, { url, crawlId }, within, (rules, ofPage) =>
      readOne(reader, { address, url }, { rules, signal: within, within: ofPage }),
    ).catch((error: unknown): Reading => {
      signal.throwIfAborted();
      if (!within.aborted) throw error;
      return unsettled(address, { reason: `The host of ${url}, to which it redirects, was busy.` });
    });
  }
  return { status: 'done', value: read, freeAt };
}

type Reading = AddressReading | { status: 'elsewhere'; url: string };

interface OfTurn {
  rules: RobotsRules | undefined;
  signal: AbortSignal;
  within: AbortSignal;
}

async function readOne(
  reader: PoliteReader,
  { address, url }: { address: LeasedAddress; url: string },
  { rules, signal, within }: OfTurn,
): Promise<Work<Reading>> {
  const refusal = rules?.refusalOf(url);
  if (!rules || rules.isUnreachable)
    return {
      value: unsettled(address, { reason: refusal?.message ?? UNREACHABLE_ROBOTS }),
      // A host that refuses connections has no load.
      isOverloaded: refusal?.code !== 'url_not_accessible',
    };
  if (refusal) return { value: { status: 'skipped', address, reason: refusal.message } };
  const known = address.document_url === null ? undefined : validators(address);
  const options = { known, wanted: WANTED, once: true };
  const result = await readWithin(reader, { url, options }, { signal, within });
  if (result.status === 'error')
    return {
      value:
        result.redirectsTo === undefined ? failure(address, result) : { status: 'elsewhere', url: result.redirectsTo },
      isOverloaded: isOverload(result),
      retryAfterMs: result.retryAfterMs,
    };
  const page = await asMarkdown(reader, result, { signal, within });
  return { value: { status: 'read', address, page, links: linksOf(page) } };
}

const validators = ({ etag, last_modified: lastModified }: LeasedAddress) => ({
  ...(etag !== null && { etag }),
  ...(lastModified !== null && { lastModified }),
});

function failure(address: LeasedAddress, error: Extract<PageResult, { status: 'error' }>): AddressReading {
  const { httpStatus, message } = error;
  if (httpStatus === UNCHANGED && address.document_url !== null) return { status: 'unchanged', address, httpStatus };
  // A redirect within the host led to it.
  if (error === FORBIDDEN_BY_ROBOTS) return { status: 'skipped', address, reason: message };
  if (mayPass(error)) return unsettled(address, { reason: message, httpStatus, afterMs: error.retryAfterMs });
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
  reader: PoliteReader,
  page: ReadPage,
  signals: { signal: AbortSignal; within: AbortSignal },
): Promise<ReadPage> {
  const url = page.extras?.directions?.markdownUrl;
  const { host } = new URL(page.finalUrl);
  if (url === undefined || new URL(url).host !== host) return page;
  const written = await readWithin(reader, { url, options: { once: true } }, signals);
  const isOwn = written.status === 'ok' && new URL(written.finalUrl).host === host && !/html/.test(written.contentType);
  return isOwn ? { ...page, markdown: written.markdown } : page;
}

function linksOf({ extras, markdown, finalUrl, contentType }: ReadPage): string[] {
  if (extras?.directions?.mayFollow === false) return [];
  if (extras?.links) return extras.links.map(({ url }) => url);
  return /markdown/.test(contentType) ? linksInText(markdown, finalUrl) : [];
}
