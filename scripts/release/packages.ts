import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { outputOf } from './program.ts';

const BESIDE = ['package.json', 'package-lock.json', 'README.md', 'LICENSE', '.gitignore', 'tsconfig.json', 'sdk'];
const MADE_HERE = new Set(['node_modules', 'dist', 'kept', '__pycache__', '.mypy_cache']);
/** What builds the packages for Python. */
export const PYTHON_BUILD = ['build==1.6.1', 'hatchling==1.33.0'];

/**
 * Makes the packages of the server and of both SDKs, from a copy: the clone may be running.
 *
 * @param to a folder, empty but for what a former call has made
 * @returns the names of the files: two tarballs, a wheel and a source distribution
 */
export async function makePackages(root: string, to: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-release-'));
  try {
    const clone = await copied(root, join(folder, 'clone'));
    for (const cwd of [clone, join(clone, 'sdk')]) await outputOf('npm', ['pack', '--pack-destination', to], { cwd });
    const environment = join(folder, 'python');
    const python = join(environment, 'bin', 'python');
    await outputOf('python3', ['-m', 'venv', environment], { cwd: folder });
    await outputOf(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PYTHON_BUILD], {
      cwd: folder,
    });
    const source = join(clone, 'sdk/python');
    await outputOf(python, ['-m', 'build', '--no-isolation', '--outdir', to, source], { cwd: folder });
    return (await readdir(to)).filter((name) => /\.(?:tgz|whl|tar\.gz)$/.test(name)).sort();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function copied(root: string, to: string): Promise<string> {
  const { files } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { files: string[] };
  const filter = (path: string) => !MADE_HERE.has(basename(path));
  await mkdir(to);
  for (const name of [...files, ...BESIDE]) await cp(join(root, name), join(to, name), { recursive: true, filter });
  // The TypeScript SDK is built by the compiler of the clone.
  await symlink(join(root, 'node_modules'), join(to, 'node_modules'));
  return to;
}

/** Writes `SHA256SUMS`, in the form that `sha256sum --check` reads. */
export async function writeChecksums(folder: string, names: readonly string[]): Promise<void> {
  const lines = names.map(async (name) => {
    const digest = createHash('sha256').update(await readFile(join(folder, name)));
    return `${digest.digest('hex')}  ${name}\n`;
  });
  await writeFile(join(folder, 'SHA256SUMS'), (await Promise.all(lines)).join(''));
}
