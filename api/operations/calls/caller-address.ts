import { inRanges, isAddress, plainAddress } from '../../../services/egress/ranges.ts';

/**
 * The address of a caller; empty where it is not known.
 *
 * @param connection address of the connection
 * @param forwardedFor the header `x-forwarded-for`, which counts from a trusted proxy alone
 */
export type CallerAddress = (connection: string, forwardedFor: string | undefined) => string;

/**
 * A proxy appends the address of its own client to `x-forwarded-for`, so the last one that is no trusted proxy's is the
 * caller's. Those before it are what the caller has sent.
 *
 * @param proxies as `parseRanges` returns them
 */
export function createCallerAddress(proxies: readonly string[]): CallerAddress {
  const isTrusted = inRanges(proxies);
  return (connection, forwardedFor = '') => {
    // A request without the header is the proxy's own, such as a health check.
    if (!isTrusted(connection) || forwardedFor.trim() === '') return plainAddress(connection);
    const hops = forwardedFor.split(',').map(addressOfHop);
    return hops.findLast((hop) => !isTrusted(hop)) ?? hops[0] ?? '';
  };
}

// Some proxies append the port: `203.0.113.7:50512`, `[2001:db8::7]:50512`.
const WITH_PORT = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/;

function addressOfHop(hop: string): string {
  const [, inBrackets, plain] = WITH_PORT.exec(hop.trim()) ?? [];
  const address = plainAddress(inBrackets ?? plain ?? hop.trim());
  return isAddress(address) ? address : '';
}
