// Where Quarry runs from if it was installed as a package. Plain JavaScript for Node 20: it runs before anything is
// installed.
import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, inCache, unfinishedFolder } from '../node-runtime.mjs';
import { markUse, releaseName, removeUnused } from './releases.mjs';

const KEPT = 'scripts/package/kept';
const TO_THE_ROOT = ['package.json', 'package-lock.json'];

/** Whether the folder is an unpacked package: its user has no clone to run `npm start` in. */
export function isPackage(root) {
  return existsSync(join(root, KEPT, 'digest'));
}

/**
 * The folder of the cache with a package's files, copied there if it is missing: Node runs no TypeScript below
 * `node_modules`. It is like a clone, so set-up installs the dependencies in it by the lockfile of the release.
 *
 * @param root of the files that run now
 * @returns undefined if they may run where they are
 * @throws CacheError if the cache folder cannot be written
 */
export function unpacked(root) {
  const kept = join(root, KEPT);
  if (!TO_THE_ROOT.every((name) => existsSync(join(kept, name)))) return undefined;
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folder = join(CACHE, releaseName(version, readFileSync(join(kept, 'digest'), 'utf8')));
  if (!existsSync(folder)) {
    copyTo(folder, root);
    removeUnused(CACHE, folder);
  }
  markUse(folder);
  return folder;
}

/** If two commands unpack at once, the folder of the first one stays. */
function copyTo(folder, root) {
  const unfinished = unfinishedFolder();
  try {
    cpSync(root, unfinished, { recursive: true });
    for (const name of TO_THE_ROOT) renameSync(join(unfinished, KEPT, name), join(unfinished, name));
    // Without user namespaces, PostgreSQL runs as another user, who must reach its program.
    chmodSync(unfinished, 0o755);
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw inCache(error);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
