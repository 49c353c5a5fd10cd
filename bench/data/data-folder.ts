import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DEVELOPMENT_SETS, type SetName } from './sets.ts';

const run = promisify(execFile);

/** The folder of the development sets. */
export const DATA_FOLDER =
  process.env.QUARRY_BENCH_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));

/** The reason why `bench` is skipped: the first of `names` that is missing. Undefined if none is missing. */
export function skipped(bench: string, ...names: readonly SetName[]): string | undefined {
  const missing = names.find((name) => !existsSync(join(DATA_FOLDER, DEVELOPMENT_SETS[name].file)));
  if (missing === undefined) return undefined;
  return `${bench}: skipped, ${join(DATA_FOLDER, DEVELOPMENT_SETS[missing].file)} does not exist (docs/benchmarks.md says where it is from)`;
}

/**
 * The path of a set's file.
 *
 * @throws Error if it differs from the file that the published figures were measured with
 */
export async function checkedFile(name: SetName): Promise<string> {
  const path = join(DATA_FOLDER, DEVELOPMENT_SETS[name].file);
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  if (sha256 !== DEVELOPMENT_SETS[name].sha256)
    throw new Error(
      `${path} has the SHA-256 ${sha256}, and bench/data/sets.ts lists ${DEVELOPMENT_SETS[name].sha256}.`,
    );
  return path;
}

/** Unpacks a set's archive into a temporary folder, which exists until `read` ends. */
export async function withUnpacked<T>(name: SetName, read: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-data-'));
  try {
    await unpack(name, folder);
    return await read(join(folder, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Unpacks a set's archive below `folder`, into a folder with the set's name. */
export async function unpack(name: SetName, folder: string): Promise<void> {
  await run('tar', ['xzf', await checkedFile(name), '-C', folder]);
}
