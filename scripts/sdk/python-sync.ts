import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('../../sdk/python/quarry_sdk/', import.meta.url));

/** What is written otherwise without `async`, in this order. */
const REPLACED: ReadonlyArray<[asynchronous: RegExp, synchronous: string]> = [
  [/\b(?:await|async) /g, ''],
  [/\banyio\b/g, 'time'],
  [/\bAwaitable, /g, ''],
  [/\bAwaitable\[((?:[^[\]]|\[(?:[^[\]]|\[[^\]]*\])*\])*)\]/g, '$1'],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\baiter_bytes\b/g, 'iter_bytes'],
  [/\baread\b/g, 'read'],
  [/\baclose\b/g, 'close'],
  [/__a(?=enter__|exit__)/g, '__'],
  [/\b_async\b/g, '_sync'],
  [/\bAn asynchronous\b/g, 'A'],
];

/** The files of `quarry_sdk/_sync`, by their paths from the root: those of `_async`, without waiting. */
export function pythonSync(): Record<string, () => string> {
  const names = readdirSync(join(PACKAGE, '_async')).filter((name) => name.endsWith('.py'));
  return Object.fromEntries(
    names.map((name) => [
      `sdk/python/quarry_sdk/_sync/${name}`,
      () => synchronous(readFileSync(join(PACKAGE, '_async', name), 'utf8')),
    ]),
  );
}

function synchronous(source: string): string {
  const text = REPLACED.reduce(
    (written, [asynchronous, written_]) => written.replaceAll(asynchronous, written_),
    source,
  );
  return `# Generated from ../_async by \`npm run generate\`.\n${text}`;
}
