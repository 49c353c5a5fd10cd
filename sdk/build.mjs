// Builds dist/: JavaScript and types of the client, with the generated messages beside them, where the imports expect
// them; and dist/commonjs/, the same for `require`.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
compile('tsconfig.json');
cpSync(here('../gen'), here('dist/gen'), { recursive: true });
compile('tsconfig.commonjs.json');
// The declarations are the same text; the nearest manifest says of which kind of module they are.
const isDeclaration = (path) => statSync(path).isDirectory() || path.endsWith('.d.ts');
for (const part of ['sdk', 'gen'])
  cpSync(here(`dist/${part}`), here(`dist/commonjs/${part}`), { recursive: true, filter: isDeclaration });
writeFileSync(here('dist/commonjs/package.json'), '{ "type": "commonjs" }\n');
// Resolutions that know no `exports` find `quarry-sdk/rest` by this folder.
mkdirSync(here('rest'), { recursive: true });
const rest = { type: 'commonjs', main: '../dist/commonjs/sdk/rest.js', types: '../dist/commonjs/sdk/rest.d.ts' };
writeFileSync(here('rest/package.json'), `${JSON.stringify(rest)}\n`);

function compile(project) {
  const { status } = spawnSync(process.execPath, [compiler, '-p', here(project)], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
