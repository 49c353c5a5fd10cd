import { execFile } from 'node:child_process';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { cacheFolder } from './cache-folder.ts';

export interface FoundChromium {
  executablePath: string;
  /** Flags that this executable needs. */
  args: string[];
  source: 'configured' | 'installed' | 'packaged';
}

const INSTALLED_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Chromium as configured, else as installed, else as packaged (unpacked once into the user's cache folder).
 *
 * @param configuredPath `QUARRY_CHROMIUM`
 * @returns nothing where there is none for this system: pages are then read without a browser
 * @throws  where the configured one cannot be executed: a wish that is not granted is not passed over
 */
export async function findChromium(configuredPath?: string): Promise<FoundChromium | undefined> {
  if (configuredPath) {
    if (await isExecutable(configuredPath)) return { executablePath: configuredPath, args: [], source: 'configured' };
    throw new Error(`QUARRY_CHROMIUM names ${configuredPath}, which cannot be executed`);
  }
  const installed = await firstOnPath(INSTALLED_NAMES);
  if (installed) return { executablePath: installed, args: [], source: 'installed' };
  const packaged = process.platform === 'linux' && process.arch === 'x64' ? await unpacked() : undefined;
  // The packaged build is for machines without its zygote's privileges.
  return packaged ? { executablePath: packaged, args: ['--no-zygote'], source: 'packaged' } : undefined;
}

async function firstOnPath(names: readonly string[]): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const path of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** The package's executable, unpacked beside its final place and renamed, so that nobody ever runs half of it. */
async function unpacked(): Promise<string | undefined> {
  const archive = archivePath();
  if (!archive) return undefined;
  const folder = join(cacheFolder(), `chromium-${archive.version}`);
  const executablePath = join(folder, 'chromium');
  if (!(await isExecutable(executablePath))) {
    await mkdir(folder, { recursive: true });
    const unfinished = `${executablePath}.${process.pid}`;
    try {
      await pipeline(createReadStream(archive.path), createBrotliDecompress(), createWriteStream(unfinished, { mode: 0o755 }));
      await rename(unfinished, executablePath);
    } finally {
      await rm(unfinished, { force: true });
    }
  }
  return (await starts(executablePath)) ? executablePath : undefined;
}

function archivePath(): { path: string; version: string } | undefined {
  const require = createRequire(import.meta.url);
  try {
    const entry = require.resolve('@sparticuz/chromium');
    const folder = dirname(dirname(entry));
    const { version } = require(join(folder, 'package.json')) as { version: string };
    return { path: join(folder, 'bin', 'chromium.br'), version };
  } catch {
    return undefined;
  }
}

/** It needs system libraries (NSS) that a bare system lacks. */
async function starts(executablePath: string): Promise<boolean> {
  return promisify(execFile)(executablePath, ['--no-sandbox', '--version'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}
