import { createTurns, type Turns } from '../concurrency/turns.ts';

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

/** @param limit default 6, as decisions 6 has it */
export function createPerHost(limit = DOWNLOADS_PER_HOST): PerHost {
  const hosts = new Map<string, Turns>();
  return {
    async run({ url, orgId }, signal, work) {
      const host = URL.parse(url)?.host ?? '';
      const turns = hosts.get(host) ?? createTurns(limit);
      hosts.set(host, turns);
      try {
        return await turns.run(signal, work, orgId);
      } finally {
        if (turns.isUnused()) hosts.delete(host);
      }
    },
  };
}
