import { BlockList, isIP } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An address as ranges are compared with it: without a zone, and IPv4 in its own form, whatever socket it came through. */
export function plainAddress(address: string): string {
  const withoutZone = address.replace(/%.*$/, '');
  return MAPPED.exec(withoutZone)?.[1] ?? withoutZone;
}

/** A CIDR in lower case; a single address is a range of one. @returns undefined for anything else */
export function parseRange(text: string): string | undefined {
  const [address = '', prefix, ...rest] = text.trim().toLowerCase().split('/');
  const version = isIP(address);
  const longest = version === 4 ? 32 : 128;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest);
  if (version === 0 || address.includes('%') || !isPrefix || rest.length > 0) return undefined;
  return `${address}/${Number(prefix ?? longest)}`;
}

/**
 * Whether an address lies in one of the ranges. IPv4 and IPv6 are told apart: `::/0` has no address of IPv4.
 *
 * @param ranges as `parseRange` gives them
 */
export function inRanges(ranges: readonly string[]): (address: string) => boolean {
  const lists = { 4: new BlockList(), 6: new BlockList() };
  for (const range of ranges) {
    const [address = '', prefix = ''] = range.split('/');
    const version = isIP(address) === 4 ? 4 : 6;
    lists[version].addSubnet(address, Number(prefix), `ipv${version}`);
  }
  return (address) => {
    const plain = plainAddress(address);
    const version = isIP(plain);
    if (version === 4) return lists[4].check(plain, 'ipv4');
    return version === 6 && lists[6].check(plain, 'ipv6');
  };
}
