import { rm, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

// Well within the minute after which the health check of docker-compose.yml takes the file for old.
const EVERY_MS = 5_000;

export interface HealthFile {
  stop(): Promise<void>;
}

/**
 * A file that is there and new as long as the process does its work. A process that hangs cannot touch it; one that does no
 * work takes it away.
 *
 * @param isWorking a rejection counts as no
 */
export function keepHealthFile(path: string, isWorking: () => Promise<boolean>, everyMs = EVERY_MS): HealthFile {
  const stopping = new AbortController();
  const keeping = keep();
  return {
    async stop() {
      stopping.abort();
      await keeping;
      await rm(path, { force: true });
    },
  };

  async function keep(): Promise<void> {
    // One that an earlier process left says nothing of this one.
    await rm(path, { force: true });
    while (!stopping.signal.aborted) {
      await ((await isWorking().catch(() => false)) ? touch(path) : rm(path, { force: true }));
      await sleep(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }
}

async function touch(path: string): Promise<void> {
  await writeFile(path, '', { flag: 'a' });
  await utimes(path, new Date(), new Date());
}
