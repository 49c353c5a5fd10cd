import { setImmediate as nextTurn } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { latestListedMoment, listedDate } from '../../dates/declared-date.ts';
import { readEntries, type EntryFields } from './entry-fields.ts';
import type { ListedPages, Listing } from './listing.ts';

const MAX_URL_BYTES = 2_048;

// A sitemap may have 50 MB: the event loop serves other calls between pieces.
const PIECE_LENGTH = 128 * 1024;

export interface ParseListingOptions {
  /** Base of relative links, and the site whose pages a sitemap may list. */
  listingUrl: string;
  now: Date;
  /** Maximum number of entries. The rest is not read. */
  most: number;
  /** Its reason is rethrown. */
  signal: AbortSignal;
}

/** The entries of an RSS or Atom feed, a sitemap, a sitemap index or a list of URLs; undefined for any other text. */
export async function parseListing(text: string, options: ParseListingOptions): Promise<Listing | undefined> {
  const entries = new Map<string, ListedPages>();
  let kind: Listing['kind'] | undefined = kindOfLines(text);
  const take = (kindOfEntry: Listing['kind'], fields: EntryFields) => {
    const url = admitUrl(addressOf(fields), { kind: kindOfEntry, listingUrl: options.listingUrl });
    if (url === undefined || entries.has(url) || entries.size >= options.most) return;
    const changedAt = changeOf(fields, options.now);
    const publishedDate = kindOfEntry === 'feed' ? publicationOf(fields, options.now) : undefined;
    entries.set(url, { url, ...(changedAt && { changedAt }), ...(publishedDate && { publishedDate }) });
  };
  if (kind) {
    for (const line of text.split(/\s+/)) take('sitemap', { loc: line });
    return { kind, entries: [...entries.values()] };
  }
  const parser = new Parser(readEntries({ onKind: (found) => (kind = found), onEntry: take }), {
    xmlMode: true,
    decodeEntities: true,
  });
  for (let at = 0; at < text.length && entries.size < options.most; at += PIECE_LENGTH) {
    parser.write(text.slice(at, at + PIECE_LENGTH));
    // A document with another root is not read to its end.
    if (!kind && at > PIECE_LENGTH) return undefined;
    await nextTurn(undefined, { signal: options.signal }).catch(() => options.signal.throwIfAborted());
  }
  return kind && { kind, entries: [...entries.values()] };
}

const LOOKED_AT_LENGTH = 4_096;

/** A sitemap may be plain text, one URL per line. @see https://www.sitemaps.org/protocol.html#otherformats */
function kindOfLines(text: string): 'sitemap' | undefined {
  const lines = text.slice(0, LOOKED_AT_LENGTH).split('\n');
  const whole = text.length > LOOKED_AT_LENGTH ? lines.slice(0, -1) : lines;
  const said = whole.map((line) => line.trim()).filter((line) => line !== '');
  return said.length > 0 && said.every((line) => /^https?:\/\/\S+$/.test(line)) ? 'sitemap' : undefined;
}

function addressOf({ loc, link, guid }: EntryFields): string {
  return loc ?? link ?? guid ?? '';
}

const DATES = ['lastmod', 'updated', 'modified', 'dcterms:modified', 'published', 'issued', 'pubdate', 'dc:date'];

const PUBLICATION_DATES = ['published', 'pubdate', 'issued', 'dc:date', 'updated'];

/** The first date that says when an entry was published; an entry with only an update date has that date. */
function publicationOf(fields: EntryFields, now: Date): string | undefined {
  for (const name of PUBLICATION_DATES) {
    const date = listedDate(fields[name] ?? '', now);
    if (date) return date;
  }
  return undefined;
}

/** The latest of its dates: a corrected entry keeps its publication day. */
function changeOf(fields: EntryFields, now: Date): Date | undefined {
  const dates = DATES.flatMap((name) => latestListedMoment(fields[name] ?? '', now) ?? []);
  return dates.reduce<Date | undefined>((latest, date) => (latest && latest > date ? latest : date), undefined);
}

/**
 * The URL of an entry in the form in which it is requested; undefined if the entry is not followed.
 *
 * A feed may name pages of any site, as aggregators do. The protocol restricts a sitemap to its own site: its host
 * without `www.`, and subdomains of that.
 */
function admitUrl(
  given: string,
  { kind, listingUrl }: { kind: Listing['kind']; listingUrl: string },
): string | undefined {
  // An entry without an address must not resolve to the listing itself.
  const address = given.trim();
  const url = address === '' ? null : URL.parse(address, kind === 'feed' ? listingUrl : undefined);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  if (Buffer.byteLength(url.href) > MAX_URL_BYTES) return undefined;
  return kind === 'feed' || isOfSite(url.hostname, new URL(listingUrl).hostname) ? url.href : undefined;
}

function isOfSite(host: string, listingHost: string): boolean {
  const site = listingHost.replace(/^www\.(?=[^.]+\.)/, '');
  return host === site || host.endsWith(`.${site}`);
}
