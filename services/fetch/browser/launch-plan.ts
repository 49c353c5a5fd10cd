import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Launch } from './launch-inside.ts';
import { isRoot, NOBODY, PLACE, withoutRights, type Isolation } from './isolation.ts';

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
      socketPath: join(PLACE, 'own', basename(socketPath)),
      command: ['setpriv', ...withoutRights(), join(PLACE, 'program', basename(executable))],
      files: { place: PLACE, bound, hidden: hidden.filter(mayBeHidden), owner: isRoot() ? NOBODY : undefined },
    },
    ownFolder: join(PLACE, 'own'),
    libraryFolder: libraryFolder && join(PLACE, 'libraries'),
  };
}

// A service user's home may be the root of the file system, which contains the mount point.
function mayBeHidden(folder: string): boolean {
  return !`${PLACE}/`.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
