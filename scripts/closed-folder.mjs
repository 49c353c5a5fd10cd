// Plain JavaScript for Node 20: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * The embedded PostgreSQL refuses to run as root. Without user namespaces it runs as another user, who must be able to
 * reach the packages and the data folder (local/postgres/postgres-programs.ts). Checked here, because installing the
 * packages takes a minute.
 *
 * @param root of the packages
 * @param base of a relative data folder
 * @returns the problem and its remedy, or undefined
 */
export function closedFolder(root, base) {
  if (process.getuid?.() !== 0 || process.env.DATABASE_URL) return undefined;
  const dataFolder = resolve(base, process.env.QUARRY_DATA_DIR || '.data');
  if (
    ownerOf(join(dataFolder, 'postgres')) === 0 &&
    succeeds('unshare', '--user', '--map-user=1', '--map-group=1', 'true')
  )
    return undefined;
  const user = ['postgres', 'nobody'].map(idOf).find((id) => id !== undefined);
  if (user === undefined) return undefined;
  const closed = [dataFolder, join(root, 'node_modules')].map(closedAncestor).find((folder) => folder !== undefined);
  return (
    closed &&
    `PostgreSQL does not run as root, and user ${user} cannot enter ${closed}. Start Quarry as another user, or from a folder that all may enter.`
  );
}

/** A folder that does not exist yet will belong to this user. */
function ownerOf(path) {
  return existsSync(path) ? statSync(path).uid : 0;
}

function closedAncestor(path) {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return folder;
  }
  return undefined;
}

function succeeds(program, ...parameters) {
  return spawnSync(program, parameters, { stdio: 'ignore' }).status === 0;
}

function idOf(name) {
  const { status, stdout } = spawnSync('id', ['-u', name], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
