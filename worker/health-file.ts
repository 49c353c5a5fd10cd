import { rm, utimes, writeFile } from 'node:fs/promises';
import { startPeriodic, type Periodic } from '../services/concurrency/periodic.ts';

// Well within the minute after which the health check of docker-compose.yml considers the file stale.
const EVERY_MS = 5_000;

/**
 * Maintains a file that is present and recent as long as the process does its work. A process that hangs cannot update
 * it; one that does no work deletes it.
 *
 * @param isWorking a rejection counts as false
 */
export function keepHealthFile(path: string, isWorking: () => Promise<boolean>, everyMs = EVERY_MS): Periodic {
  const remove = () => rm(path, { force: true });
  const passes = startPeriodic({
    due: everyMs,
    onError: () => {},
    pass: async (_signal, nth) => {
      // An earlier process's file says nothing about this one.
      if (nth === 0) await remove();
      await ((await isWorking().catch(() => false)) ? touch(path) : remove());
    },
  });
  return {
    async stop() {
      await passes.stop();
      await remove();
    },
  };
}

async function touch(path: string): Promise<void> {
  await writeFile(path, '', { flag: 'a' });
  await utimes(path, new Date(), new Date());
}
