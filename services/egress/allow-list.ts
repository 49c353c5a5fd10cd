import { BlockList, isIP } from 'node:net';

/** Targets that an operator allows beside the public internet. Empty by default. */
export interface AllowList {
  /** Whether exactly this host and port are listed. Such a host may have any address. */
  allowsHost(hostname: string, port: number): boolean;
  /** Whether an address lies in a listed range. A range allows addresses, not names that the name rules refuse. */
  allowsAddress(address: string): boolean;
  /** The entries as the operator wrote them, printed at start. */
  readonly entries: readonly string[];
}

/**
 * Parses `QUARRY_EGRESS_ALLOW`.
 *
 * @param text entries separated by commas: `host:port` (`[::1]:8080` for IPv6) or CIDRs (`10.1.0.0/16`); blank means
 *   none
 * @throws Error naming the first invalid entry
 */
export function parseAllowList(text = ''): AllowList {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const hosts = new Set<string>();
  const ranges = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const entry of entries) {
    if (entry.includes('/')) addRange(ranges, entry);
    else hosts.add(hostAndPort(entry));
  }
  return {
    entries,
    allowsHost: (hostname, port) => hosts.has(`${withoutTrailingDot(hostname)}:${port}`),
    allowsAddress: (address) => {
      const version = isIP(address);
      if (version === 4) return ranges.ipv4.check(address, 'ipv4');
      return version === 6 && ranges.ipv6.check(address, 'ipv6');
    },
  };
}

function addRange(ranges: { ipv4: BlockList; ipv6: BlockList }, entry: string): void {
  const [network = '', prefix = '', ...rest] = entry.split('/');
  const version = isIP(network);
  const prefixLength = Number(prefix);
  const longest = version === 4 ? 32 : 128;
  if (version === 0 || rest.length > 0 || !/^\d{1,3}$/.test(prefix) || prefixLength > longest) throw malformed(entry);
  if (version === 4) ranges.ipv4.addSubnet(network, prefixLength, 'ipv4');
  else ranges.ipv6.addSubnet(network, prefixLength, 'ipv6');
}

/** The entry as URLs spell it: lower case, punycode, canonical addresses. */
function hostAndPort(entry: string): string {
  const port = /:(\d{1,5})$/.exec(entry)?.[1];
  // Parsed under https so that port 80 survives; 443 is restored from the entry.
  const url = URL.parse(`https://${entry}/`);
  const isBare = url !== null && url.pathname === '/' && !/[@?#\\\s]/.test(entry);
  if (!port || !isBare || Number(port) === 0) throw malformed(entry);
  return `${withoutTrailingDot(url.hostname)}:${Number(port)}`;
}

const withoutTrailingDot = (hostname: string) => hostname.replace(/\.$/, '');

const malformed = (entry: string) => new Error(`"${entry}" is neither host:port nor a range such as 10.1.0.0/16`);
