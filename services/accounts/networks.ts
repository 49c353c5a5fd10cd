import { ServiceError } from '../core/errors.ts';
import { inRanges, parseRange } from '../egress/ranges.ts';

const MOST_NETWORKS = 100;

/**
 * Networks as they are stored: CIDRs, each once. A single address is a network of one.
 *
 * @throws ServiceError INVALID_REQUEST naming the first that is none
 */
export function networksOf(given: readonly string[]): string[] {
  if (given.length > MOST_NETWORKS) throw invalid(`has more than ${MOST_NETWORKS} networks`);
  return [...new Set(given.map(networkOf))];
}

function networkOf(given: string): string {
  const network = parseRange(given);
  if (network !== undefined) return network;
  throw invalid(`${given || 'an empty text'} is no network, such as 203.0.113.0/24 or 2001:db8::/32`);
}

function invalid(problem: string): ServiceError {
  return new ServiceError('INVALID_REQUEST', `networks: ${problem}`, { param: 'networks' });
}

/** Whether a call from an address is allowed. */
export type IsAllowed = (address: string) => boolean;

/** @param networks as `networksOf` gives them; null allows every address */
export function allowedBy(networks: readonly string[] | null): IsAllowed {
  return networks === null ? () => true : inRanges(networks);
}
