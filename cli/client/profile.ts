import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The service that `quarry login` has chosen, and the key. */
export interface Profile {
  url: string;
  key: string;
}

const OF_OTHERS = 0o077;

/** In the user's folder for configuration. */
function profilePath(environment: NodeJS.ProcessEnv): string {
  return join(environment.XDG_CONFIG_HOME || join(environment.HOME || homedir(), '.config'), 'quarry', 'profile.json');
}

/** Undefined where no service was chosen. @throws Error where other users may read the key, or the file is not whole */
export async function readProfile(environment: NodeJS.ProcessEnv): Promise<Profile | undefined> {
  const path = profilePath(environment);
  const found = await stat(path).catch(() => undefined);
  if (!found) return undefined;
  if (process.platform !== 'win32' && (found.mode & OF_OTHERS) !== 0)
    throw new Error(`${path} can be read by other users. Run: chmod 600 ${path}`);
  try {
    const { url, key } = JSON.parse(await readFile(path, 'utf8')) as Partial<Profile>;
    if (!url || !key) throw new Error('a member is missing');
    return { url, key };
  } catch (error) {
    throw new Error(`${path} cannot be read. Run quarry login again.`, { cause: error });
  }
}

/** Replaces the profile as a whole, so that a stop leaves the old one or the new one. */
export async function writeProfile(environment: NodeJS.ProcessEnv, profile: Profile): Promise<string> {
  const path = profilePath(environment);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600 });
  await chmod(unfinished, 0o600);
  await rename(unfinished, path);
  return path;
}

/** Whether there was one. @throws Error where it cannot be deleted: the key is still there */
export async function removeProfile(environment: NodeJS.ProcessEnv): Promise<boolean> {
  return rm(profilePath(environment)).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
