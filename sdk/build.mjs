// Builds dist/: JavaScript and types of the client, with the generated messages beside them, where the imports expect
// them.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const compiler = here('../node_modules/typescript/bin/tsc');
if (!existsSync(compiler)) {
  console.error(
    'quarry-sdk: the packages of the clone are not installed; `npm start` in its root folder installs them.',
  );
  process.exit(1);
}
rmSync(here('dist'), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [compiler, '-p', here('tsconfig.json')], { stdio: 'inherit' });
if (status !== 0) process.exit(1);
cpSync(here('../gen'), here('dist/gen'), { recursive: true });
