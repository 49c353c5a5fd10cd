// Makes dist/: JavaScript and types of the client, and the generated messages beside them, as the imports expect them.
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

rmSync(here('dist'), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [here('../node_modules/typescript/bin/tsc'), '-p', here('tsconfig.json')], { stdio: 'inherit' });
if (status !== 0) process.exit(1);
cpSync(here('../gen'), here('dist/gen'), { recursive: true });
