import { createHash } from 'node:crypto';
import { canonicalUrl } from '../../url/canonical-url.ts';

const MAX_URL_BYTES = 2_048;
// By RFC 1035. The index of addresses could not take a much longer one.
const LONGEST_HOST = 253;

/** An address as the frontier knows it. */
export interface Address {
  /** The form in which two spellings of one address are equal. */
  key: string;
  /** As it is requested: without its fragment, user name and session id. */
  url: string;
  /** With its port. */
  host: string;
  /** Hash of its path with all figures equal, and of the names of its parameters. */
  shape: number;
}

// Each visit gets a new one, so that a site would have endless addresses.
const SESSION_NAMES = /^(?:phpsessid|jsessionid|aspsessionid\w*|sessionid|session_id|sid|cfid|cftoken|oscsid|zenid)$/i;
const SESSION_IN_PATH = /;(?:jsessionid|sid|phpsessid)=[^/?;]*/gi;

/** The address of a URL; undefined for one that no crawl requests. */
export function addressOf(given: string): Address | undefined {
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '' || url.hostname.length > LONGEST_HOST)
    return undefined;
  url.hash = '';
  url.username = '';
  url.password = '';
  url.pathname = url.pathname.replaceAll(SESSION_IN_PATH, '');
  const pairs = pairsOf(url);
  const kept = pairs.filter((pair) => !SESSION_NAMES.test(nameOf(pair)));
  if (kept.length < pairs.length) url.search = kept.join('&');
  if (Buffer.byteLength(url.href) > MAX_URL_BYTES) return undefined;
  return { key: keyOf(url), url: url.href, host: url.host, shape: shapeOf(url, kept) };
}

/** The order of parameters makes no other page. */
function keyOf(url: URL): string {
  const sorted = new URL(url);
  sorted.search = pairsOf(url).toSorted().join('&');
  return canonicalUrl(sorted.href);
}

const pairsOf = ({ search }: URL) =>
  search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '');

const nameOf = (pair: string) => pair.split('=', 1)[0] ?? '';

function shapeOf(url: URL, pairs: readonly string[]): number {
  const names = [...new Set(pairs.map(nameOf))].toSorted().join('&');
  const path = url.pathname.replaceAll(/\d+/g, '0');
  return createHash('sha256').update(`${url.host}${path}?${names}`).digest().readInt32BE();
}
