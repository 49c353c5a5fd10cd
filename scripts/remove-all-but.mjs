// Plain JavaScript for Node 20: set-up uses it before anything is installed.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes everything in a folder except the entries to keep. A folder without an entry to keep is unchanged. */
export function removeAllBut(folder, isKept) {
  if (!existsSync(folder) || !readdirSync(folder).some(isKept)) return;
  for (const name of readdirSync(folder))
    if (!isKept(name)) rmSync(join(folder, name), { recursive: true, force: true });
}
