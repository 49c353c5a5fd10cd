// Selects the Node that runs everything: the host's if it is new enough, else one in the cache folder that all clones
// share. Plain JavaScript for Node 20: it runs before anything is installed.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeAllBut } from './remove-all-but.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LISTED = fileURLToPath(new URL('node', import.meta.url));
const { version: VERSION, optionalDependencies } = JSON.parse(readFileSync(join(LISTED, 'package.json'), 'utf8'));
const MAJOR = 24;
// 24.11 decodes windows-1252 wrongly.
const LEAST_MINOR = 14;

// The folder of `local/obtain/cache-folder.ts`, which only a newer Node can load.
export const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'quarry');
const FOLDER = join(CACHE, `node-${VERSION}`);
const PLATFORM = process.platform === 'win32' ? 'win' : process.platform;
const PACKAGE = `node-${PLATFORM}-${process.arch}`;
const PROGRAM = join(PACKAGE, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const KEPT = new Set(['bin', 'LICENSE', 'package.json']);

/**
 * Only tested versions qualify: an older one lacks features that the code uses, and a newer major version may have
 * removed some.
 */
export function isServing(version) {
  const [major, minor] = version.split('.').map(Number);
  return major === MAJOR && minor >= LEAST_MINOR;
}

/** The path of the program; undefined until `obtainNode` has run. */
export function findNode() {
  if (isServing(process.versions.node) && !isInstalledByPackages(process.execPath)) return process.execPath;
  const program = join(FOLDER, PROGRAM);
  return existsSync(program) ? program : undefined;
}

/**
 * Earlier versions of Quarry depended on a program inside the packages, which the next installation of the packages
 * removes.
 */
const isInstalledByPackages = (program) => program.startsWith(join(ROOT, 'node_modules'));

/**
 * Installs the program if the host's version does not qualify; npm checks its hash.
 *
 * @param npm runs npm with the given arguments in a folder, and returns its exit code
 * @returns why there is none, or undefined
 * @throws CacheError
 */
export async function obtainNode(npm) {
  if (findNode()) return undefined;
  const missing = `Quarry runs on Node ${MAJOR}.${LEAST_MINOR} or newer of ${MAJOR}; this is ${process.version}`;
  if (!(PACKAGE in optionalDependencies)) return `${missing}, and npm has none for ${PACKAGE}. Install it.`;
  const unfinished = unfinishedFolder();
  try {
    for (const name of readdirSync(LISTED)) cpSync(join(LISTED, name), join(unfinished, name));
    const modules = join(unfinished, 'node_modules');
    if ((await npm(['ci', '--ignore-scripts'], unfinished)) !== 0 || !existsSync(join(modules, PROGRAM)))
      return `${missing}, and npm could not install version ${VERSION}; it says why above. Is the npm registry reachable?`;
    removeAllBut(join(modules, PACKAGE), (name) => KEPT.has(name));
    moveUnlessThere(modules);
    return undefined;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** The cache folder cannot be written; the message says what its user can do. */
export class CacheError extends Error {}

/** An error of the file system below the cache folder, as its user should read it. */
export function inCache(error) {
  if (error.code === undefined) return error;
  const message = `The cache folder ${CACHE} cannot be written (${error.message}). Set XDG_CACHE_HOME to a folder that can.`;
  return new CacheError(message, { cause: error });
}

/** A new folder in the cache folder, for what gets its place there once it is whole. @throws CacheError */
export function unfinishedFolder() {
  try {
    mkdirSync(CACHE, { recursive: true });
    return mkdtempSync(join(CACHE, 'unfinished-'));
  } catch (error) {
    throw inCache(error);
  }
}

/** If two set-ups run at once, the folder of the first one stays. */
function moveUnlessThere(modules) {
  try {
    renameSync(modules, FOLDER);
  } catch (error) {
    if (!existsSync(join(FOLDER, PROGRAM))) throw error;
  }
}

/** Puts the program of the cache folder where npm's scripts look for `node` first. */
export function linkNode(modules) {
  const program = findNode();
  if (!program?.startsWith(FOLDER)) return;
  const isWindows = process.platform === 'win32';
  const link = join(modules, '.bin', isWindows ? 'node.cmd' : 'node');
  rmSync(link, { force: true });
  if (isWindows) writeFileSync(link, `@"${program}" %*\r\n`);
  else symlinkSync(program, link);
}
