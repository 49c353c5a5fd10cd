import { opendir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isReadable } from './file-kinds.ts';

/** A file to read, and its path below the named folder, with slashes. */
export interface FoundFile {
  path: string;
  relativePath: string;
}

/** A named file is the only one in its folder. */
export const aloneFile = (path: string): FoundFile => ({ path, relativePath: basename(path) });

/** The readable files below a folder, in the order of their names, without hidden files and symbolic links. */
export async function* filesBelow(folder: string, prefix = ''): AsyncGenerator<FoundFile> {
  const entries = [];
  for await (const entry of await opendir(folder)) if (!entry.name.startsWith('.')) entries.push(entry);
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path, `${prefix}${entry.name}/`);
    else if (entry.isFile() && isReadable(entry.name)) yield { path, relativePath: `${prefix}${entry.name}` };
  }
}

export async function countFiles(folder: string): Promise<number> {
  let count = 0;
  for await (const _file of filesBelow(folder)) count += 1;
  return count;
}
