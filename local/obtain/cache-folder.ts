import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where what was obtained once is kept for all clones of this user. */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'quarry');
}
