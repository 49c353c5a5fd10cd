const DOWNLOADS_PER_HOST = 6;

/** Limits how many downloads of one host run at once in this process; the rest wait in order. */
export interface PerHost {
  /** Runs `work` when the URL's host has a free place. `signal` ends the waiting only; its reason is rethrown. */
  run<T>(url: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/** @param limit default 6, as decisions 6 has it */
export function createPerHost(limit = DOWNLOADS_PER_HOST): PerHost {
  const hosts = new Map<string, { running: number; waiting: Set<() => void> }>();

  async function acquire(key: string, signal: AbortSignal): Promise<void> {
    const host = hosts.get(key) ?? { running: 0, waiting: new Set() };
    hosts.set(key, host);
    if (host.running < limit) {
      host.running += 1;
      return;
    }
    // The place is handed over by the one that leaves, so `running` stays as it is.
    await turn(host.waiting, signal);
  }

  function release(key: string): void {
    const host = hosts.get(key);
    if (!host) return;
    const [next] = host.waiting;
    if (next) {
      host.waiting.delete(next);
      next();
      return;
    }
    host.running -= 1;
    if (host.running === 0) hosts.delete(key);
  }

  return {
    async run(url, signal, work) {
      signal.throwIfAborted();
      const key = URL.parse(url)?.host;
      if (!key) return work();
      await acquire(key, signal);
      try {
        return await work();
      } finally {
        release(key);
      }
    },
  };
}

function turn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.delete(proceed);
      reject(signal.reason);
    };
    const proceed = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    waiting.add(proceed);
    signal.addEventListener('abort', leave, { once: true });
  });
}
