import { randomBytes } from 'node:crypto';
import { access, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { constants, existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ENOUGH_TO_START_BYTES, freeBytes, inMebibytes, isDiskFull } from '../services/core/disk.ts';
import { markHolder, ownMark } from './process/mark.ts';

const KEY_BYTES = 32;
const MAKE_ROOM = 'Free some space, or set QUARRY_DATA_DIR to a folder on another disk.';

/** Folder of the embedded PostgreSQL within the data folder. */
export const POSTGRES_FOLDER = 'postgres';
export const TEMPORAL_FOLDER = 'temporal';

export interface DataFolder {
  path: string;
  /** Path of a part's own folder or file. */
  of(name: string): string;
  /** Releases the folder for the next process. */
  release(): Promise<void>;
}

/** Locks the data folder for this process. @throws Error saying what is wrong and what to do */
export async function takeDataFolder(configured: string): Promise<DataFolder> {
  const path = resolve(configured);
  await makeUsable(path);
  await requireRoom(path);
  const lock = join(path, 'quarry.pid');
  const holder = markHolder(lock);
  if (holder !== undefined && holder !== process.pid)
    throw new Error(
      `Quarry is already running on ${path} (process ${holder}). Stop it, or set QUARRY_DATA_DIR to another folder.`,
    );
  await writeFile(lock, ownMark(), { mode: 0o600 });
  return { path, of: (name) => join(path, name), release: () => rm(lock, { force: true }) };
}

async function makeUsable(path: string): Promise<void> {
  try {
    await makeFolder(path);
    const probe = join(path, `.probe-${process.pid}`);
    await writeFile(probe, Buffer.alloc(4_096));
    await rm(probe);
    // Files from an earlier start by another user.
    for (const name of await readdir(path)) await access(join(path, name), constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code, path: at = path } = error as NodeJS.ErrnoException;
    if (isDiskFull(error)) throw fullDisk(path, error);
    throw new Error(
      `The data folder ${path} cannot be read and written (${code ?? 'unknown'} at ${at}). Correct its owner and mode, or set QUARRY_DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/**
 * An explanation of a failed start for people, if the disk caused it: each part reports that at length and in its own
 * way.
 */
export function explainFailure(error: unknown, { path }: DataFolder): unknown {
  return isDiskFull(error) ? fullDisk(path, error) : error;
}

function fullDisk(path: string, cause: unknown): Error {
  return new Error(`The disk that holds ${path} is full. ${MAKE_ROOM}`, { cause });
}

/** A database that fills its disk during its creation leaves more to repair than one that was never started. */
async function requireRoom(path: string): Promise<void> {
  const free = await freeBytes(path);
  if (free >= ENOUGH_TO_START_BYTES) return;
  throw new Error(
    `The disk that holds ${path} has ${inMebibytes(free)} left, and Quarry needs ${inMebibytes(ENOUGH_TO_START_BYTES)} to start. ${MAKE_ROOM}`,
  );
}

/** As `mkdir` with `recursive`, which never ends if the kernel rejects new folders (`/proc`). */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  if (!existsSync(dirname(path))) await makeFolder(dirname(path));
  await mkdir(path, { mode: 0o700 });
}

/** The key for data encrypted at rest, created once. */
export async function encryptionKey(folder: DataFolder): Promise<string> {
  return readOrMakeSecret(folder.of('encryption-key'), () => randomBytes(KEY_BYTES).toString('base64'));
}

/** A secret in a file that only its owner can read; created and synced to disk before its first use. */
export async function readOrMakeSecret(path: string, make: () => string): Promise<string> {
  if (existsSync(path)) return (await readFile(path, 'utf8')).trim();
  const secret = make();
  const file = await open(path, 'wx', 0o600);
  await file.writeFile(`${secret}\n`);
  await file.sync();
  await file.close();
  return secret;
}
