#!/usr/bin/env node
// The `quarry` command on a suitable Node. In a clone, only commands that run the service install missing packages:
// `--help` does not wait a minute for downloads.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ALLOCATOR } from '../scripts/allocator.mjs';
import { closedFolder } from '../scripts/closed-folder.mjs';
import { watchPackageManager } from '../scripts/launcher.mjs';
import { CacheError, findNode } from '../scripts/node-runtime.mjs';
import { isPackage, unpacked } from '../scripts/package/unpack.mjs';
import { ROOT, fail, isInstalled, run, setUp, stopUnlessSignalled } from '../scripts/setup.mjs';

const RUNS_THE_SERVICE = new Set(['start', 'api', 'worker']);

// Compiling takes most of the time of a short command. A new installation of the packages empties the folder.
const COMPILED = join(ROOT, 'node_modules/.compile-cache');

const parameters = process.argv.slice(2);
const runsTheService = RUNS_THE_SERVICE.has(parameters[0]);
const asksForHelp = parameters.some((word) => word === '--help' || word === '-h');

async function runHere() {
  if (runsTheService && !asksForHelp) {
    watchPackageManager(stopUnlessSignalled);
    const reason = parameters[0] === 'start' ? closedFolder(ROOT, process.cwd()) : undefined;
    if (reason) fail(reason);
    await setUp();
  } else if (!isInstalled()) {
    if (!isPackage(ROOT))
      fail(
        'The packages are not installed yet. `npm start` installs them and starts the service; `npx quarry --help` lists the commands then.',
      );
    await setUp();
  }
  process.exitCode = await run(findNode(), [join(ROOT, 'cli/quarry.ts'), ...parameters], {
    cwd: process.cwd(),
    env: runsTheService ? { ...ALLOCATOR, ...process.env } : { NODE_COMPILE_CACHE: COMPILED, ...process.env },
  });
}

try {
  const folder = unpacked(ROOT);
  if (folder === undefined) await runHere();
  // This file again, of the files that can run.
  else await import(pathToFileURL(join(folder, 'cli/quarry.mjs')).href);
} catch (error) {
  if (!(error instanceof CacheError)) throw error;
  fail(error.message);
}
