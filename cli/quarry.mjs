#!/usr/bin/env node
// The `quarry` command: set-up where it is missing, then the command itself on the packaged Node.
import { join } from 'node:path';
import { NODE, ROOT, run, setUp } from '../scripts/setup.mjs';

await setUp();
process.exitCode = await run(NODE, [join(ROOT, 'cli/quarry.ts'), ...process.argv.slice(2)], { cwd: process.cwd() });
