import { BlockList, isIP } from 'node:net';
import { ServiceError } from '../core/errors.ts';

const MOST_NETWORKS = 100;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An address as networks are compared with it: IPv4 in its own form, whatever socket it came through. */
export function plainAddress(address: string): string {
  const withoutZone = address.replace(/%.*$/, '');
  return MAPPED.exec(withoutZone)?.[1] ?? withoutZone;
}

/**
 * Networks as they are stored: CIDRs in lower case. A single address is a network of one.
 *
 * @throws ServiceError INVALID_REQUEST naming the first that is none
 */
export function networksOf(given: readonly string[]): string[] {
  if (given.length > MOST_NETWORKS) throw invalid(`has more than ${MOST_NETWORKS} networks`);
  const networks = given.map((one) => networkOf(one.trim().toLowerCase()));
  return [...new Set(networks)];
}

function networkOf(given: string): string {
  const [address = '', prefix, ...rest] = given.split('/');
  const longest = isIP(address) === 4 ? 32 : 128;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest);
  if (isIP(address) === 0 || address.includes('%') || !isPrefix || rest.length > 0)
    throw invalid(`${given || 'an empty text'} is no network, such as 203.0.113.0/24 or 2001:db8::/32`);
  return `${address}/${Number(prefix ?? longest)}`;
}

function invalid(problem: string): ServiceError {
  return new ServiceError('INVALID_REQUEST', `networks: ${problem}`, { param: 'networks' });
}

/** Whether an address lies in a network. IPv4 and IPv6 are told apart: `::/0` has no address of IPv4. */
export type IsAllowed = (address: string) => boolean;

/** @param networks as `networksOf` gives them; null allows every address */
export function allowedBy(networks: readonly string[] | null): IsAllowed {
  if (networks === null) return () => true;
  const lists = { 4: new BlockList(), 6: new BlockList() };
  for (const network of networks) {
    const [address = '', prefix = ''] = network.split('/');
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
