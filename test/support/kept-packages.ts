import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../../local/obtain/cache-folder.ts';

const PARAMETERS = ['--no-audit', '--no-fund', '--ignore-scripts', '--save-exact'];

/**
 * The folder `node_modules` with packages of npm that only a test needs; kept in the cache folder, made at its first
 * use.
 *
 * @param requirements packages with their versions
 */
export async function keptPackages(requirements: readonly string[]): Promise<string> {
  const digest = createHash('sha256').update(requirements.join('\n')).digest('hex').slice(0, 16);
  const kept = join(cacheFolder(), `packages-${digest}`);
  if (!existsSync(kept)) {
    await mkdir(cacheFolder(), { recursive: true });
    const unfinished = await mkdtemp(join(cacheFolder(), 'unfinished-'));
    await writeFile(join(unfinished, 'package.json'), '{"private": true}');
    await promisify(execFile)('npm', ['install', ...PARAMETERS, ...requirements], { cwd: unfinished });
    await rename(unfinished, kept).catch(async (error: unknown) => {
      // Another run has made the same folder meanwhile.
      await rm(unfinished, { recursive: true, force: true });
      if (!existsSync(kept)) throw error;
    });
  }
  return join(kept, 'node_modules');
}
