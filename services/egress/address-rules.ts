import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * IANA IPv4 Special-Purpose Address Registry, every row, the globally reachable ones included;
 * then multicast, and the platform address that Azure serves its guests on.
 */
const SPECIAL_IPV4: ReadonlyArray<readonly [network: string, prefixLength: number]> = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['240.0.0.0', 4],
  ['255.255.255.255', 32],
  ['224.0.0.0', 4],
  ['168.63.129.16', 32],
];

/** Inside global unicast, but not public: protocol assignments, documentation, 6to4. */
const SPECIAL_IPV6: ReadonlyArray<readonly [network: string, prefixLength: number]> = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const specialIpv4 = new BlockList();
for (const [network, prefixLength] of SPECIAL_IPV4) specialIpv4.addSubnet(network, prefixLength, 'ipv4');

// Each family has a separate list, because a BlockList matches IPv4-mapped IPv6 against its IPv4 rules too.
const globalUnicastIpv6 = new BlockList();
globalUnicastIpv6.addSubnet('2000::', 3, 'ipv6');
const specialIpv6 = new BlockList();
for (const [network, prefixLength] of SPECIAL_IPV6) specialIpv6.addSubnet(network, prefixLength, 'ipv6');

/** Whether an address, as text without brackets, belongs to the public internet. @see docs/rules.md#egress */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialIpv4.check(address, 'ipv4');
    case 6:
      return globalUnicastIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
    default:
      return false;
  }
}

/** The current addresses of this machine's interfaces; read at each use, because interfaces come and go. */
export function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address));
}

/** Whether an address is one of `own`, in any spelling. */
export function isOneOf(address: string, own: readonly string[]): boolean {
  const family = familyOf(address);
  if (!family) return false;
  const list = new BlockList();
  for (const candidate of own) {
    if (familyOf(candidate) === family) list.addAddress(candidate, family);
  }
  return list.check(address, family);
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? 'ipv4' : 'ipv6';
}
