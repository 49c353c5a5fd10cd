import { isIP } from 'node:net';
import { type AllowList } from './allow-list.ts';
import { PRIVATE_NAME, unservedPort } from './refusals.ts';

type UrlRefusalCode = 'invalid_url' | 'unsupported_scheme' | 'url_not_accessible';

/** A URL that may be resolved. `hostname` is as URLs spell it (brackets kept), `port` the effective one. */
export interface EgressTarget {
  status: 'accepted';
  /** Without userinfo and fragment. */
  url: URL;
  hostname: string;
  port: number;
  /** The host's address, without brackets, if the URL holds an address instead of a name. */
  literalAddress?: string;
  /** Whether the operator listed it as host:port: its name and addresses are not judged further. */
  isTrusted: boolean;
}

export interface UrlRefusal {
  status: 'refused';
  code: UrlRefusalCode;
  message: string;
}

/** Never public, whatever a resolver returns. */
const PRIVATE_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'home.arpa',
  'onion',
  'alt',
  'test',
  'invalid',
  'svc',
];

/** First labels of the hosts under which clouds serve their guests' credentials. */
const METADATA_LABELS = new Set(['metadata', 'instance-data']);

/** The Fetch standard's bad ports, port 0 included. @see https://fetch.spec.whatwg.org/#port-blocking */
const BAD_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * Judges a URL by all rules that need no lookup. An address in it is judged later, with the resolved ones.
 *
 * @param text a caller's URL, or a redirect's target resolved against its page
 * @see docs/rules.md#egress
 */
export function judgeUrl(text: string, allowList: AllowList): EgressTarget | UrlRefusal {
  const url = URL.parse(text);
  if (!url) return refusal('invalid_url', 'the value is not an absolute URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refusal('unsupported_scheme', `only http and https are served, not ${url.protocol.slice(0, -1)}`);
  }
  url.username = '';
  url.password = '';
  url.hash = '';
  const { hostname } = url;
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const literalAddress = addressIn(hostname);
  const isTrusted = allowList.allowsHost(hostname, port);
  if (!isTrusted && BAD_PORTS.has(port)) return refusal('url_not_accessible', unservedPort(port));
  if (!isTrusted && !literalAddress && isPrivateName(hostname)) {
    return refusal('url_not_accessible', PRIVATE_NAME);
  }
  return { status: 'accepted', url, hostname, port, isTrusted, ...(literalAddress && { literalAddress }) };
}

function addressIn(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}

function isPrivateName(hostname: string): boolean {
  const labels = hostname.replace(/\.$/, '').split('.');
  if (labels.length < 2 || labels.includes('')) return true;
  if (METADATA_LABELS.has(labels[0] ?? '')) return true;
  const name = `.${labels.join('.')}`;
  return PRIVATE_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`));
}

function refusal(code: UrlRefusalCode, message: string): UrlRefusal {
  return { status: 'refused', code, message };
}
