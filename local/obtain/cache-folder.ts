import { homedir } from 'node:os';
import { join } from 'node:path';

/** Folder for downloads that all clones of this user share. */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'quarry');
}
