import { domainToASCII } from 'node:url';

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const MAX_NAME_CHARACTERS = 253;

/**
 * A host name as the index compares it: lower case, IDN as punycode, without the root's dot.
 * Undefined unless it is a bare host name, without scheme, port, path, user, wildcard or white space.
 */
export function foldDomain(text: string): string | undefined {
  const name = text.trim().replace(/[.\u3002\uFF0E\uFF61]$/u, '');
  if (/[\s/\\:@?#*%[\]]/.test(name)) return undefined;
  const ascii = domainToASCII(name);
  if (ascii === '' || ascii.length > MAX_NAME_CHARACTERS) return undefined;
  return ascii.split('.').every((label) => LABEL.test(label)) ? ascii : undefined;
}

/** A URL's host and every parent domain of it: `www.example.co.uk` → itself, `example.co.uk`, `co.uk`, `uk`. */
export function domainsOf(url: string): string[] {
  const labels = new URL(url).hostname.replace(/\.$/, '').split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}
