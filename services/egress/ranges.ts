import { BlockList, isIP } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An address as ranges are compared with it: without a zone, and IPv4 in its own form, whatever socket it came through. */
export function plainAddress(address: string): string {
  const withoutZone = address.replace(/%.*$/, '');
  return MAPPED.exec(withoutZone)?.[1] ?? withoutZone;
}

/** Whether a text is an address, IPv4 or IPv6. */
export const isAddress = (text: string): boolean => isIP(text) !== 0;

/** A CIDR in lower case; a single address is a range of one. @returns undefined for anything else */
export function parseRange(text: string): string | undefined {
  const [address = '', prefix, ...rest] = text.trim().toLowerCase().split('/');
  const version = isIP(address);
  const longest = version === 4 ? 32 : 128;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest);
  if (version === 0 || address.includes('%') || !isPrefix || rest.length > 0) return undefined;
  return `${address}/${Number(prefix ?? longest)}`;
}

/** @param text addresses and CIDRs, separated by commas @throws Error naming the first that is none */
export function parseRanges(text: string): string[] {
  const entries = text.split(',').filter((entry) => entry.trim() !== '');
  return entries.map((entry) => {
    const range = parseRange(entry);
    if (range === undefined) throw new Error(`${entry.trim()} is neither an address nor a CIDR, such as 10.0.0.0/8`);
    return range;
  });
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
