// The unpacked releases in the cache folder, of some 700 MB each. Plain JavaScript for Node 20.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PREFIX = 'release-';
const USERS = 'used-by';
// Of the projects of a user, each may have another release.
const KEPT_MS = 7 * 86_400_000;

export const releaseName = (version, digest) => `${PREFIX}${version}-${digest}`;

/** Notes until the end of this process that it runs from the folder. */
export function markUse(folder) {
  const mark = join(folder, USERS, String(process.pid));
  try {
    mkdirSync(join(folder, USERS), { recursive: true });
    writeFileSync(mark, '');
  } catch {
    // A release may run from a folder that its user cannot write; this user cannot remove it either.
    return;
  }
  process.on('exit', () => rmSync(mark, { force: true }));
}

/** Removes the releases that no process runs from, and that none has run from for a week. */
export function removeUnused(cache, kept) {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    if (!name.startsWith(PREFIX) || folder === kept) continue;
    try {
      if (!isUsed(folder)) rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      // It takes room, and this release runs without that.
      process.stderr.write(`quarry: an older release could not be removed: ${error.message}\n`);
    }
  }
}

function isUsed(folder) {
  const users = join(folder, USERS);
  if (!existsSync(users)) return isRecent(folder);
  return isRecent(users) || readdirSync(users).some((pid) => isRunning(Number(pid)));
}

/** A folder has the time at which an entry was added or removed last. */
const isRecent = (folder) => Date.now() - statSync(folder).mtimeMs < KEPT_MS;

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user.
    return error.code === 'EPERM';
  }
}
