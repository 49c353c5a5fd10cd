import { interfaceAddresses, isOneOf, isPublicAddress } from './address-rules.ts';
import { parseAllowList, type AllowList } from './allow-list.ts';
import { PRIVATE_ADDRESS } from './refusals.ts';
import { LOOKUP_MS, resolveHost, systemResolver, type Resolver } from './resolve.ts';
import { judgeUrl, type EgressTarget, type UrlRefusal } from './url-rules.ts';

/** A URL that may be connected to, at these addresses and no others. */
export interface Admission extends Omit<EgressTarget, 'status'> {
  status: 'admitted';
  /** Checked addresses, IPv6 without brackets, at least one. */
  addresses: string[];
}

/** All rules of egress in one call. Every connection of the process passes this gate first. */
export interface ConnectionGate {
  /** Judges the URL, resolves its host once and judges every address. The signal's reason is rethrown. */
  admit(url: string, signal: AbortSignal): Promise<Admission | UrlRefusal>;
}

export interface GateOptions {
  /** Default: nothing beside the public internet. */
  allowList?: AllowList;
  /** Default: the servers of /etc/resolv.conf. */
  resolver?: Resolver;
  /** Default: the addresses of this machine's interfaces, read at each use. */
  ownAddresses?: () => string[];
  /** Time limit of a name's lookup in milliseconds. Default: 5,000. */
  lookupMs?: number;
}

export function createGate({
  allowList = parseAllowList(),
  resolver = systemResolver(),
  ownAddresses = interfaceAddresses,
  lookupMs = LOOKUP_MS,
}: GateOptions = {}): ConnectionGate {
  const mayConnect = (address: string, own: readonly string[]) =>
    allowList.allowsAddress(address) || (isPublicAddress(address) && !isOneOf(address, own));

  return {
    async admit(url, signal) {
      signal.throwIfAborted();
      const target = judgeUrl(url, allowList);
      if (target.status === 'refused') return target;
      const resolution = target.literalAddress
        ? { status: 'resolved' as const, addresses: [target.literalAddress] }
        : await resolveHost(resolver, target.hostname, { isTrusted: target.isTrusted, lookupMs, signal });
      if (resolution.status === 'failed') return notAccessible(resolution.message);
      const own = ownAddresses();
      if (!target.isTrusted && !resolution.addresses.every((address) => mayConnect(address, own))) {
        return notAccessible(PRIVATE_ADDRESS);
      }
      return { ...target, status: 'admitted', addresses: resolution.addresses };
    },
  };
}

const notAccessible = (message: string): UrlRefusal => ({ status: 'refused', code: 'url_not_accessible', message });
