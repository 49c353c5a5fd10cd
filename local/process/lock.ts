import { randomUUID } from 'node:crypto';
import { link, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { markHolder, ownMark } from './mark.ts';

const LOOK_AGAIN_MS = 200;

/**
 * Runs work that only one process of this machine does at a time. The lock of a killed process is taken over. If two
 * processes take it over at the same moment, both work, so the work must tolerate that.
 *
 * @param path a file that exists while the work runs
 * @param signal ends the wait for another process
 */
export async function withLock<Result>(
  path: string,
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  while (!(await taken(path))) {
    if (markHolder(path) === undefined) await rm(path, { force: true });
    else await sleep(LOOK_AGAIN_MS, undefined, { signal });
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

/** The file has its mark from the first moment: an empty file would look like that of a killed process. */
async function taken(path: string): Promise<boolean> {
  const marked = `${path}.${randomUUID()}`;
  try {
    await writeFile(marked, ownMark(), { mode: 0o600 });
    await link(marked, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(marked, { force: true });
  }
}
