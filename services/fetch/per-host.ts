import { createSemaphore, type Semaphore } from '../concurrency/semaphore.ts';

const DOWNLOADS_PER_HOST = 6;

/** The owner and the URL of a download. */
export interface HostTurn {
  url: string;
  /** Shares the host's slots with other organizations. */
  orgId: string;
}

/** Limits the concurrent downloads of one host in this process; the rest wait, fairly between organizations. */
export interface PerHost {
  /** Runs `work` when the URL's host has a free slot. `signal` ends only the wait; its reason is rethrown. */
  run<T>(turn: HostTurn, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/** @param limit default 6. @see docs/rules.md#fetch */
export function createPerHost(limit = DOWNLOADS_PER_HOST): PerHost {
  const hosts = new Map<string, Semaphore>();
  return {
    async run({ url, orgId }, signal, work) {
      const host = URL.parse(url)?.host ?? '';
      const slots = hosts.get(host) ?? createSemaphore(limit);
      hosts.set(host, slots);
      try {
        return await slots.run(signal, work, orgId);
      } finally {
        if (slots.isUnused()) hosts.delete(host);
      }
    },
  };
}
