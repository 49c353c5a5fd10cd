import { lookup, Resolver as DnsResolver } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';

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
  const answers = await withinLimit(Promise.all(questions), lookupMs, signal);
  const addresses = [...new Set(answers?.flat())];
  return addresses.length > 0
    ? { status: 'resolved', addresses }
    : { status: 'failed', message: 'the host was not found' };
}

function emptyOrThrow(error: NodeJS.ErrnoException): string[] {
  if (EMPTY_ANSWERS.has(error.code ?? '')) return [];
  throw error;
}

/** The addresses; undefined if the query failed or timed out. */
async function withinLimit(
  answers: Promise<string[][]>,
  lookupMs: number,
  signal: AbortSignal,
): Promise<string[][] | undefined> {
  const stopWaiting = new AbortController();
  const limit = sleep(lookupMs, undefined, { signal: AbortSignal.any([signal, stopWaiting.signal]) });
  try {
    return await Promise.race([answers.catch(() => undefined), limit]);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    stopWaiting.abort();
    limit.catch(() => {});
  }
}
