// Around `npm pack`, as its scripts `prepack` and `postpack`: makes of a clone what the package has instead. Plain
// JavaScript for Node 20, like set-up.
//
// npm packs no lockfile, and it would install the dependencies beside the package: without the lockfile, the overrides
// and the allowed install scripts. So the package names no dependencies, and carries what an installation of them needs
// under `kept/`. See unpack.mjs.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KEPT = fileURLToPath(new URL('kept', import.meta.url));
const MANIFEST = join(ROOT, 'package.json');
const LOCKFILE = join(ROOT, 'package-lock.json');
const OF_THE_PACKAGE = ['name', 'version', 'description', 'license', 'type', 'engines', 'bin', 'files'];

function beforePack() {
  // A pack that was killed has left its manifest here.
  afterPack();
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  const digest = digestOf(manifest.files);
  mkdirSync(KEPT);
  copyFileSync(LOCKFILE, join(KEPT, 'package-lock.json'));
  writeFileSync(join(KEPT, 'digest'), digest);
  copyFileSync(MANIFEST, join(KEPT, 'package.json'));
  const packed = Object.fromEntries(OF_THE_PACKAGE.map((name) => [name, manifest[name]]));
  writeFileSync(MANIFEST, `${JSON.stringify(packed, null, 2)}\n`);
}

function afterPack() {
  const manifest = join(KEPT, 'package.json');
  if (existsSync(manifest)) copyFileSync(manifest, MANIFEST);
  rmSync(KEPT, { recursive: true, force: true });
}

/** The packages of two digests have different contents. */
function digestOf(names) {
  const hash = createHash('sha256');
  for (const path of [MANIFEST, LOCKFILE, ...names.flatMap((name) => filesAt(join(ROOT, name)))])
    hash.update(relative(ROOT, path)).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

function filesAt(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

if (process.argv[2] === 'before') beforePack();
else afterPack();
