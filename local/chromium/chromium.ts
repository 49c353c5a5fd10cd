import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { packagedChromium, unpackExecutable, unpackLibraries } from './packaged-chromium.ts';

export interface FoundChromium {
  executablePath: string;
  /** Flags that this executable needs. */
  args: string[];
  source: 'configured' | 'installed' | 'packaged';
  /** Paths of system libraries that this system lacks, for `LD_LIBRARY_PATH`. */
  libraryFolder?: string;
}

const INSTALLED_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The configured Chromium, else the installed one, else the packaged one (unpacked once into the user's cache folder).
 *
 * @param configuredPath `QUARRY_CHROMIUM`
 * @returns undefined if there is none for this system: pages are then read without a browser
 * @throws Error if the configured one cannot be executed: an explicit setting is never ignored
 */
export async function findChromium(configuredPath?: string): Promise<FoundChromium | undefined> {
  if (configuredPath) {
    if (await isExecutable(configuredPath)) return { executablePath: configuredPath, args: [], source: 'configured' };
    throw new Error(`QUARRY_CHROMIUM names ${configuredPath}, which cannot be executed`);
  }
  const installed = await firstOnPath(INSTALLED_NAMES);
  return installed ? { executablePath: installed, args: [], source: 'installed' } : findPackaged();
}

async function findPackaged(): Promise<FoundChromium | undefined> {
  const archives = packagedChromium();
  if (!archives) return undefined;
  const executablePath = await unpackExecutable(archives);
  // For machines without the zygote's privileges.
  const found: FoundChromium = { executablePath, args: ['--no-zygote'], source: 'packaged' };
  if (await starts(executablePath)) return found;
  // A minimal system lacks NSS; the package includes it.
  const libraryFolder = await unpackLibraries(archives);
  return (await starts(executablePath, libraryFolder)) ? { ...found, libraryFolder } : undefined;
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

const START_MS = 10_000;

async function starts(executablePath: string, libraryFolder?: string): Promise<boolean> {
  const env = { ...process.env, ...(libraryFolder && { LD_LIBRARY_PATH: libraryFolder }) };
  return promisify(execFile)(executablePath, ['--no-sandbox', '--version'], { timeout: START_MS, env }).then(
    () => true,
    () => false,
  );
}
