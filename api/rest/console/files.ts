import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where `scripts/console.mjs` builds. */
const BUILT = fileURLToPath(new URL('../../../node_modules/.cache/quarry/console/', import.meta.url));
const TYPES: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  html: 'text/html',
  svg: 'image/svg+xml',
};

export interface BuiltFile {
  /** With its charset. */
  type: string;
  content: Buffer;
  /** The same, compressed by gzip. */
  compressed: Buffer;
}

/** The console's built pages. */
export interface ConsoleFiles {
  /** A file by its name; undefined for an unknown name, and for all of them until they are built. */
  file(name: string): Promise<BuiltFile | undefined>;
}

/** @param folder of the built files */
export function createConsoleFiles(folder = BUILT): ConsoleFiles {
  // Kept from the first time that they are there: a later build must not mix its files with those that a page has.
  let kept: Map<string, BuiltFile> | undefined;
  return {
    async file(name) {
      kept ??= await readBuilt(folder);
      return kept?.get(name);
    },
  };
}

async function readBuilt(folder: string): Promise<Map<string, BuiltFile> | undefined> {
  const names = await readdir(folder).catch(() => [] as string[]);
  // The stamp is the last file that a build writes.
  if (!names.includes('built-from')) return undefined;
  const wanted = names.filter((name) => TYPES[suffixOf(name)] !== undefined && names.includes(`${name}.gz`));
  const files = await Promise.all(
    wanted.map(async (name): Promise<[string, BuiltFile]> => {
      const [content, compressed] = await Promise.all(
        [name, `${name}.gz`].map((one) => readFile(join(folder, one))) as [Promise<Buffer>, Promise<Buffer>],
      );
      return [name, { type: `${TYPES[suffixOf(name)]}; charset=utf-8`, content, compressed }];
    }),
  );
  return new Map(files);
}

const suffixOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);
