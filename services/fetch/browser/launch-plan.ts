import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Launch } from './launch-inside.ts';
import { isRoot, NOBODY_ID, MOUNT_POINT, setprivFlags, type Isolation } from './isolation.ts';

export interface PlanOptions {
  isolation: Isolation;
  executablePath: string;
  libraryFolder: string | undefined;
  /** Folders hidden from the browser. */
  hidden: readonly string[];
  /** The browser's own folder, which holds the socket. */
  folder: string;
  socketPath: string;
}

export interface LaunchPlan {
  launch: Launch;
  /** Paths of the browser's own folder and its libraries inside the namespace. */
  ownFolder: string;
  libraryFolder: string | undefined;
}

/**
 * The launcher's instructions inside the namespaces. All files that the browser needs are mounted under one system
 * folder, because their own location may be hidden, or below a folder that another user may not enter.
 */
export async function planLaunch({
  isolation,
  executablePath,
  libraryFolder,
  hidden,
  folder,
  socketPath,
}: PlanOptions): Promise<LaunchPlan> {
  if (isolation !== 'namespace')
    return { launch: { socketPath, command: [executablePath], files: undefined }, ownFolder: folder, libraryFolder };
  const executable = await realpath(executablePath);
  const bound = { own: folder, program: dirname(executable), ...(libraryFolder && { libraries: libraryFolder }) };
  return {
    launch: {
      socketPath: join(MOUNT_POINT, 'own', basename(socketPath)),
      command: ['setpriv', ...setprivFlags(), join(MOUNT_POINT, 'program', basename(executable))],
      files: { place: MOUNT_POINT, bound, hidden: hidden.filter(mayBeHidden), owner: isRoot() ? NOBODY_ID : undefined },
    },
    ownFolder: join(MOUNT_POINT, 'own'),
    libraryFolder: libraryFolder && join(MOUNT_POINT, 'libraries'),
  };
}

// A service user's home may be the root of the file system, which contains the mount point.
function mayBeHidden(folder: string): boolean {
  return !`${MOUNT_POINT}/`.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
