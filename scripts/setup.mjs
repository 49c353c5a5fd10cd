// Plain JavaScript for Node 20: it runs before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeAllBut } from './remove-all-but.mjs';
import { CacheError, findNode, linkNode, obtainNode } from './node-runtime.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.quarry-installed');
const OLDEST_NODE = 20;
// The minimum version of a dependency refers to the Node that runs it, not to the one that installs it.
const NPM = ['--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false'];
const PARTS = { running: ['--omit=dev'], development: ['--include=dev'] };

/**
 * Installs missing packages, and builds the console if its sources have changed.
 *
 * @param part `running`: what the service needs; `development`: also what tests and checks need
 */
export async function setUp(part = 'running') {
  await install(part);
  const { buildConsole } = await import('./console.mjs');
  // The service itself does not need the console; without it, the page at `/` says how to build it.
  await buildConsole().catch((error) =>
    process.stderr.write(`quarry: the console could not be built: ${error.message}\n`),
  );
}

/** Installs the packages if the lockfile asks for others than the installed ones, and Node if the host's is too old. */
async function install(part) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE)
    fail(`Quarry needs Node ${OLDEST_NODE} or newer to set itself up; this is ${process.version}.`);
  const lockfile = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  const areThere = isStampOf(lockfile, part);
  if (areThere && findNode()) return;
  const startedAt = Date.now();
  process.stderr.write('quarry: installing packages (once, about a minute)\n');
  const withoutNode = await obtainNode(npm).catch(failureOfCache);
  if (withoutNode) fail(withoutNode);
  if (!areThere) await installPackages(part, lockfile);
  process.stderr.write(`quarry: packages installed in ${Math.round((Date.now() - startedAt) / 1000)} s\n`);
}

function failureOfCache(error) {
  if (!(error instanceof CacheError)) throw error;
  return error.message;
}

/** Whether commands can run; their packages may be those of an older lockfile. */
export function isInstalled() {
  return existsSync(STAMP) && findNode() !== undefined;
}

/** The packages for development include those for running. */
function isStampOf(lockfile, part) {
  const stamp = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
  return stamp === `${lockfile} development` || stamp === `${lockfile} ${part}`;
}

async function installPackages(part, lockfile) {
  // A developer's installed packages stay, although running alone would need fewer.
  const wanted = existsSync(STAMP) && readFileSync(STAMP, 'utf8').endsWith(' development') ? 'development' : part;
  rmSync(STAMP, { force: true });
  const code = await npm(['ci', ...PARTS[wanted]], ROOT);
  if (code !== 0) fail('The packages could not be installed; npm says why above. Is the npm registry reachable?');
  removeOtherSystems();
  linkNode(MODULES);
  writeFileSync(STAMP, `${lockfile} ${wanted}`);
}

/**
 * Omits the libraries for NVIDIA cards, which an install script of onnxruntime would download. Standard output is left
 * to the command that set-up precedes: a program may read it.
 */
function npm(words, cwd) {
  const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' };
  return run('npm', [...words, ...NPM], { cwd, env, stdio: ['inherit', 2, 2] });
}

/** These packages contain the libraries of every system, 290 and 140 MB; only one system's are needed. */
function removeOtherSystems() {
  const libraries = join(MODULES, 'onnxruntime-node/bin/napi-v6');
  removeAllBut(libraries, (name) => name === process.platform);
  removeAllBut(join(libraries, process.platform), (name) => name === process.arch);
  const processor = { x64: 'x86_64', arm64: 'aarch64' }[process.arch] ?? process.arch;
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  removeAllBut(
    join(MODULES, '@temporalio/core-bridge/releases'),
    (name) => name.startsWith(processor) && name.includes(system),
  );
}

// A terminal sends its Ctrl-C to every process, and npm forwards it once more.
const SAME_PRESS_MS = 250;
const FORWARDED = ['SIGTERM', 'SIGHUP', 'SIGINT'];
let isSignalled = false;

/**
 * Runs a program to its end, forwards signals to it, and returns its exit code.
 *
 * @param options of spawn, and `codeWhenAsked`: the exit code if a signal that requests the end has ended the program
 */
export function run(program, parameters, { codeWhenAsked = 0, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { cwd: ROOT, stdio: 'inherit', ...options });
    const forward = oncePerPress((signal) => child.kill(signal));
    for (const signal of FORWARDED) process.on(signal, forward);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const one of FORWARDED) process.off(one, forward);
      const wasAsked = FORWARDED.includes(signal);
      // A killed process cannot report it.
      if (signal && !wasAsked) process.stderr.write(`quarry: ended by ${signal}\n`);
      resolve(code ?? (wasAsked ? codeWhenAsked : 1));
    });
  });
}

/**
 * Ends this process, and the program that it runs, unless a signal has done so already: the service treats a second
 * signal as a request to stop at once.
 */
export function stopUnlessSignalled() {
  if (!isSignalled) process.kill(process.pid, 'SIGTERM');
}

function oncePerPress(forward) {
  let lastAt = -Infinity;
  return (signal) => {
    const isSame = performance.now() - lastAt < SAME_PRESS_MS;
    lastAt = performance.now();
    isSignalled = true;
    if (!isSame) forward(signal);
  };
}

export function fail(message) {
  process.stderr.write(`quarry: ${message}\n`);
  process.exit(1);
}
