import { lookup, Resolver as DnsResolver } from 'node:dns/promises';
import { settledWithin } from '../concurrency/settled-within.ts';
import { unlessAborted } from '../concurrency/unless-aborted.ts';

/** The DNS lookups that the rules need. Rejections carry node:dns codes (`ENODATA`, `ETIMEOUT` …). */
export interface Resolver {
  resolve4(hostname: string): Promise<string[]>;
  resolve6(hostname: string): Promise<string[]>;
  /** Resolves as the system does, including `/etc/hosts`; only for hosts that the operator listed. */
  lookupTrusted(hostname: string): Promise<string[]>;
}

const TRY_MS = 2_000;
const TRIES = 2;
/** The time limit of both lookups of a name. */
export const LOOKUP_MS = 5_000;

/**
 * Responses that mean "no such record". Some servers send SERVFAIL or NOTIMP for AAAA queries that they do not support.
 */
const EMPTY_ANSWERS = new Set(['ENODATA', 'ENOTFOUND', 'ESERVFAIL', 'ENOTIMP']);

export function systemResolver(): Resolver {
  const dns = new DnsResolver({ timeout: TRY_MS, tries: TRIES });
  return {
    resolve4: (hostname) => dns.resolve4(hostname),
    resolve6: (hostname) => dns.resolve6(hostname),
    lookupTrusted: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  };
}

export type Resolution = { status: 'resolved'; addresses: string[] } | { status: 'failed'; message: string };

/**
 * Queries A and AAAA once each. A query that times out fails the lookup: half a response could hide the private half.
 *
 * @param signal ends the wait; its reason is rethrown
 */
export async function resolveHost(
  resolver: Resolver,
  hostname: string,
  { isTrusted, lookupMs, signal }: { isTrusted: boolean; lookupMs: number; signal: AbortSignal },
): Promise<Resolution> {
  const name = hostname.replace(/\.$/, '');
  const questions = isTrusted
    ? [resolver.lookupTrusted(name)]
    : [resolver.resolve4(name), resolver.resolve6(name)].map(async (question) => question.catch(emptyOrThrow));
  // A failed query has no answers.
  const asked = Promise.all(questions).catch(() => undefined);
  const answers = (await unlessAborted(settledWithin(lookupMs, asked), signal)) ? await asked : undefined;
  const addresses = [...new Set(answers?.flat())];
  return addresses.length > 0
    ? { status: 'resolved', addresses }
    : { status: 'failed', message: 'the host was not found' };
}

function emptyOrThrow(error: NodeJS.ErrnoException): string[] {
  if (EMPTY_ANSWERS.has(error.code ?? '')) return [];
  throw error;
}
