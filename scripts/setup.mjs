// Plain JavaScript for Node 20: it runs before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.quarry-installed');
const OLDEST_NODE = 20;
// A dependency's own minimum is that of the Node which comes with the packages, not of the one that installs them.
const INSTALL = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false'];

/** The Node that comes with the packages, not the host's. */
export const NODE = join(MODULES, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

/** Installs the packages when the lockfile asks for others than are there. */
export async function setUp() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE)
    fail(`Quarry needs Node ${OLDEST_NODE} or newer to set itself up; this is ${process.version}.`);
  const wanted = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted && existsSync(NODE)) return;
  const startedAt = Date.now();
  process.stderr.write('quarry: installing packages (once, about a minute)\n');
  rmSync(STAMP, { force: true });
  // Without the libraries of NVIDIA cards, which its install script would download.
  const code = await run('npm', INSTALL, { env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' } });
  if (code !== 0) fail('The packages could not be installed; npm says why above. Is the npm registry reachable?');
  removeOtherSystems();
  writeFileSync(STAMP, wanted);
  process.stderr.write(`quarry: packages installed in ${Math.round((Date.now() - startedAt) / 1000)} s\n`);
}

/** This package holds the libraries of every system, 290 MB; one of them is needed. */
function removeOtherSystems() {
  const libraries = join(MODULES, 'onnxruntime-node/bin/napi-v6');
  removeAllBut(libraries, process.platform);
  removeAllBut(join(libraries, process.platform), process.arch);
}

function removeAllBut(folder, kept) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder))
    if (name !== kept) rmSync(join(folder, name), { recursive: true, force: true });
}

// A terminal sends its Ctrl-C to every process, and npm hands it on once more.
const SAME_PRESS_MS = 250;
const HANDED_ON = ['SIGTERM', 'SIGHUP', 'SIGINT'];
let isSignalled = false;

/**
 * Runs a program to its end, hands signals on to it, and gives its exit code.
 *
 * @param options of spawn, and `codeWhenAsked`: in place of a code where a signal that asks for the end has ended it
 */
export function run(program, parameters, { codeWhenAsked = 0, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { cwd: ROOT, stdio: 'inherit', ...options });
    const handOn = oncePerPress((signal) => child.kill(signal));
    for (const signal of HANDED_ON) process.on(signal, handOn);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const one of HANDED_ON) process.off(one, handOn);
      const wasAsked = HANDED_ON.includes(signal);
      // A process that is killed cannot say so.
      if (signal && !wasAsked) process.stderr.write(`quarry: ended by ${signal}\n`);
      resolve(code ?? (wasAsked ? codeWhenAsked : 1));
    });
  });
}

/** Ends this process, and what it runs, unless a signal has done so already: the service takes a second one for impatience. */
export function stopUnlessSignalled() {
  if (!isSignalled) process.kill(process.pid, 'SIGTERM');
}

function oncePerPress(handOn) {
  let lastAt = -Infinity;
  return (signal) => {
    const isSame = performance.now() - lastAt < SAME_PRESS_MS;
    lastAt = performance.now();
    isSignalled = true;
    if (!isSame) handOn(signal);
  };
}

export function fail(message) {
  process.stderr.write(`quarry: ${message}\n`);
  process.exit(1);
}
