// Plain JavaScript for Node 20, like set-up: builds the console's pages if their sources have changed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { removeAllBut } from './remove-all-but.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = join(ROOT, 'console');
// `api/rest/console/files.ts` reads it.
const BUILT = join(ROOT, 'node_modules', '.cache', 'quarry', 'console');
const STAMP = join(BUILT, 'built-from');
const TEMPLATE = join(SOURCES, 'index.html');

/** Builds the pages if their sources, the packages or this file have changed. @returns whether it built them */
export async function buildConsole() {
  const digest = digestOfSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest) return false;
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['console/main.tsx', 'console/style/console.css'],
    outdir: BUILT,
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfigRaw: {},
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    write: false,
    metafile: true,
  });
  const names = Object.keys(metafile.outputs).map((path) => basename(path));
  const files = [...outputFiles.map(({ path, contents }) => [basename(path), contents]), ['index.html', page(names)]];
  mkdirSync(BUILT, { recursive: true });
  for (const [name, content] of files) writeWhole(name, content);
  for (const [name, content] of files) writeWhole(`${name}.gz`, gzipSync(content, { level: 9 }));
  const kept = new Set(files.flatMap(([name]) => [name, `${name}.gz`]));
  removeAllBut(BUILT, (name) => kept.has(name) || name.endsWith('.unfinished'));
  writeFileSync(STAMP, digest);
  return true;
}

/** Two processes may build at the same time: each file is complete under its name. */
function writeWhole(name, content) {
  const unfinished = join(BUILT, `${name}.${process.pid}.unfinished`);
  writeFileSync(unfinished, content);
  renameSync(unfinished, join(BUILT, name));
}

const page = (names) =>
  readFileSync(TEMPLATE, 'utf8').replaceAll(/%(\w+)\.(js|css)%/g, (_, name, type) => {
    const built = names.find((one) => one.startsWith(`${name}-`) && one.endsWith(`.${type}`));
    if (!built) throw new Error(`console/index.html names ${name}.${type}, which the build did not make.`);
    return `/console/assets/${built}`;
  });

function digestOfSources() {
  const paths = readdirSync(SOURCES, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
  const hash = createHash('sha256');
  for (const path of [...paths, join(ROOT, 'package-lock.json'), fileURLToPath(import.meta.url)])
    hash.update(path.slice(ROOT.length)).update(readFileSync(path));
  return hash.digest('hex');
}

// As a command, it builds the pages ahead of the first start, for images, and after a change of their sources.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const startedAt = Date.now();
  const hasBuilt = await buildConsole();
  console.log(hasBuilt ? `The console was built in ${Date.now() - startedAt} ms.` : 'The console was built before.');
}
