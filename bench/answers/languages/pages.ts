import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where the pages are kept between two runs, as `<language>/<corpus>/…`. */
const PAGES_FOLDER = process.env.QUARRY_BENCH_LANGUAGES_PAGES ?? join(tmpdir(), 'quarry-bench-languages');

interface Package {
  language: string;
  corpus: string;
  package: string;
  version: string;
  sha256: string;
  /** Path of the pages below the package's root. */
  folder: string;
}

/** The folder of the pages, downloaded with apt where they are missing. Throws without apt or a package source. */
export async function obtainPages(): Promise<string> {
  const packages = JSON.parse(await readFile(new URL('packages.json', import.meta.url), 'utf8')) as Package[];
  const missing = packages.filter((one) => !existsSync(folderOf(one)));
  if (missing.length === 0) return PAGES_FOLDER;
  const work = await mkdtemp(join(tmpdir(), 'quarry-bench-packages-'));
  try {
    for (const one of missing) await unpack(one, await obtainPackage(one, work));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return PAGES_FOLDER;
}

const folderOf = ({ language, corpus }: Package) => join(PAGES_FOLDER, language, corpus);

/** The package unpacked. Two corpora of one package share it. */
async function obtainPackage({ package: name, version, sha256 }: Package, work: string): Promise<string> {
  const tree = join(work, name);
  if (existsSync(tree)) return tree;
  await run('apt-get', ['-qq', 'download', `${name}=${version}`], { cwd: work });
  const file = (await readdir(work)).find((entry) => entry.startsWith(`${name}_`));
  if (!file) throw new Error(`apt-get did not download ${name} ${version}.`);
  const found = createHash('sha256')
    .update(await readFile(join(work, file)))
    .digest('hex');
  if (found !== sha256) throw new Error(`${file} has the SHA-256 ${found}, the questions were written from ${sha256}.`);
  await run('dpkg', ['-x', file, tree], { cwd: work });
  return tree;
}

/** Moves the pages into place as a whole, so that a broken run leaves no partial corpus. */
async function unpack(one: Package, tree: string): Promise<void> {
  const partial = `${PAGES_FOLDER}-partial`;
  await rm(partial, { recursive: true, force: true });
  await cp(join(tree, one.folder), partial, { recursive: true, filter: isFolderOrPage });
  await mkdir(join(PAGES_FOLDER, one.language), { recursive: true });
  await rename(partial, folderOf(one));
}

async function isFolderOrPage(path: string): Promise<boolean> {
  const entry = await lstat(path);
  return entry.isDirectory() || (entry.isFile() && path.endsWith('.html'));
}
