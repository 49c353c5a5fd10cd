import { createSemaphore, type Semaphore } from '../concurrency/semaphore.ts';

const DOWNLOADS_PER_HOST = 6;

/** Whose download of what. */
export interface HostTurn {
  url: string;
  /** Shares the host's places with other organizations. */
  orgId: string;
}

/** Limits how many downloads of one host run at once in this process; the rest wait, fairly between organizations. */
export interface PerHost {
  /** Runs `work` when the URL's host has a free place. `signal` ends the waiting only; its reason is rethrown. */
  run<T>(turn: HostTurn, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/** @param limit default 6, as docs/rules.md#fetch has it */
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
