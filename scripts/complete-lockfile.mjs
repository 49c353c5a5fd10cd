// Adds to package-lock.json the optional packages of other platforms that a registry mirror lacked when the file was
// made. Without them `npm ci` rejects the file on every platform; with them it skips packages for other platforms.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PATH = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const SYSTEMS = new Set([
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]);
const LIBRARIES = { gnu: 'glibc', musl: 'musl' };
const ALIASES = { windows: 'win32' };
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

const lock = JSON.parse(readFileSync(PATH, 'utf8'));
const listed = new Set(
  Object.entries(lock.packages).flatMap(([path, { version }]) => (version ? path.split('node_modules/').at(-1) : [])),
);
const missing = Object.values(lock.packages)
  .flatMap((entry) => Object.entries(entry.optionalDependencies ?? {}))
  .filter(([name]) => !listed.has(name));

for (const [name, version] of missing) {
  const words = name.split(/[/-]/).map((word) => ALIASES[word] ?? word);
  const os = words.filter((word) => SYSTEMS.has(word));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  if (os.length === 0 && cpu.length === 0) throw new Error(`${name}: its platform cannot be read from its name`);
  const libc = words.flatMap((word) => LIBRARIES[word] ?? []);
  lock.packages[`node_modules/${name}`] = {
    version: version.replace(/^[\^~]/, ''),
    ...(cpu.length > 0 && { cpu }),
    ...(libc.length > 0 && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  };
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : 1)));
writeFileSync(PATH, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${missing.length} entries added`);
