import { opendir } from 'node:fs/promises';
import { basename, join, matchesGlob } from 'node:path';
import { fileKindOf, isJsonLines } from '../files/file-kinds.ts';

/** A file to read, and its path below the named folder, with slashes. */
export interface FoundFile {
  path: string;
  relativePath: string;
}

/** Which files below a folder are read, by globs of their paths below it. */
export interface FileChoice {
  /** Empty: all that can be read. */
  include: readonly string[];
  exclude: readonly string[];
}

const isReadable = (path: string) => fileKindOf(path) !== undefined || isJsonLines(path);

function isChosen(path: string, { include, exclude }: FileChoice): boolean {
  const matches = (globs: readonly string[]) => globs.some((glob) => matchesGlob(path, glob));
  return isReadable(path) && (include.length === 0 || matches(include)) && !matches(exclude);
}

/** A named file is the only one in its folder. */
export const aloneFile = (path: string): FoundFile => ({ path, relativePath: basename(path) });

/** The readable files below a folder that are chosen, in the order of their names, without hidden files and symbolic links. */
export async function* filesBelow(folder: string, choice: FileChoice, prefix = ''): AsyncGenerator<FoundFile> {
  const entries = [];
  for await (const entry of await opendir(folder)) if (!entry.name.startsWith('.')) entries.push(entry);
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path, choice, `${prefix}${entry.name}/`);
    else if (entry.isFile() && isChosen(`${prefix}${entry.name}`, choice))
      yield { path, relativePath: `${prefix}${entry.name}` };
  }
}

export async function countFiles(folder: string, choice: FileChoice): Promise<number> {
  let count = 0;
  for await (const _file of filesBelow(folder, choice)) count += 1;
  return count;
}
