import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const ROOMS = ['entities', 'services', 'activities', 'workflows', 'worker', 'api', 'local', 'cli', 'gen', 'sdk'];
const IMPORT = /^(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;

export interface Import {
  /** Path from the root, with the line: `services/core/ids.ts:3`. */
  where: string;
  from: string;
  /** Path from the root for files of ours, the specifier otherwise. */
  to: string;
  typeOnly: boolean;
}

/** Every import of the product's own files, as written. */
export function allImports(): Import[] {
  return ROOMS.flatMap((room) => sourceFiles(join(ROOT, room))).flatMap(importsOf);
}

export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.[jt]s$/.test(entry.name) && !entry.parentPath.includes('/dist'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(file: string): Import[] {
  const source = readFileSync(file, 'utf8');
  const from = relative(ROOT, file);
  return [...source.matchAll(IMPORT)].map((match) => {
    const specifier = match[2] ?? match[3] ?? match[4] ?? '';
    const line = source.slice(0, match.index).split('\n').length;
    const to = specifier.startsWith('.') ? relative(ROOT, join(dirname(file), specifier)) : specifier;
    return { where: `${from}:${line}`, from, to, typeOnly: match[1] !== undefined };
  });
}
