import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Folders with our code. */
export const TOP_FOLDERS = [
  'entities',
  'services',
  'activities',
  'workflows',
  'runtime',
  'worker',
  'gen',
  'sdk',
  'api',
  'console',
  'local',
  'scripts',
  'cli',
  'bench',
];
// A thread's module is referenced by its URL.
const IMPORT =
  /^(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)|\bnew URL\('([\w./-]+\.[jt]s)', import\.meta\.url\)/gm;

export interface Import {
  /** Path from the root, with the line: `services/core/ids.ts:3`. */
  where: string;
  from: string;
  /** Path from the root for files of the repository, the specifier otherwise. */
  to: string;
  typeOnly: boolean;
}

/** Every import of the repository's files, as written. */
export function allImports(): Import[] {
  return TOP_FOLDERS.flatMap((folder) => sourceFiles(join(ROOT, folder))).flatMap(importsOf);
}

export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(?:m?[jt]s|tsx)$/.test(entry.name) && !entry.parentPath.includes('/dist'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(file: string): Import[] {
  const source = readFileSync(file, 'utf8');
  const from = relative(ROOT, file);
  return [...source.matchAll(IMPORT)].map((match) => {
    const specifier = match[2] ?? match[3] ?? match[4] ?? `./${match[5]}`;
    const line = source.slice(0, match.index).split('\n').length;
    const to = specifier.startsWith('.') ? relative(ROOT, join(dirname(file), specifier)) : specifier;
    return { where: `${from}:${line}`, from, to, typeOnly: match[1] !== undefined };
  });
}
