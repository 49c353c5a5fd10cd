import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const MEBIBYTE = 1024 * 1024;

/** Disk space that a service needs at start: for the clusters and logs of its own parts, and for its work. */
export const ENOUGH_TO_START_BYTES = 200 * MEBIBYTE;
/** Below this the service counts as unavailable: PostgreSQL's log alone grows in steps of 16 MiB. */
export const ENOUGH_TO_RUN_BYTES = 64 * MEBIBYTE;

/** Free bytes for the folder, or for the location where it would be created. */
export async function freeBytes(folder: string): Promise<number> {
  const path = resolve(folder);
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return freeBytes(dirname(path));
  }
}

const CODES = new Set(['ENOSPC', '53100']);
// Messages of parts that report no code: the index, and an embedded server's last output.
const WORDS = /no space left on device|disk is full/i;

/** Whether a full disk caused a failure of the file system, of PostgreSQL or of the index. */
export function isDiskFull(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const code = 'code' in thrown ? String(thrown.code) : '';
  return CODES.has(code) || WORDS.test(thrown.message) || isDiskFull(thrown.cause);
}

export function inMebibytes(bytes: number): string {
  return `${Math.floor(bytes / MEBIBYTE)} MB`;
}
