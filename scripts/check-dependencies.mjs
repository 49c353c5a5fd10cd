// `npm run check:dependencies`: checks for known vulnerabilities, and for a hash of every package in the lockfile. `--
// --write` adds the hashes that the registry has. A question that a registry does not answer is reported, and is not a
// failure.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PATH = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const AT_ONCE = 4;
const HASH = /^sha512-[\w+/]+=*$/;

const npm = (...parameters) =>
  promisify(execFile)('npm', parameters, { cwd: FOLDER, maxBuffer: 64 * 1024 * 1024 }).then(
    ({ stdout }) => ({ isDone: true, stdout }),
    (error) => ({ isDone: false, stdout: error.stdout ?? '' }),
  );

/** The problems, one sentence each. */
async function vulnerabilities() {
  const { stdout } = await npm('audit', '--omit=dev', '--audit-level=high', '--json');
  const found = JSON.parse(stdout || '{}').metadata?.vulnerabilities;
  if (!found) {
    console.log('The registry has no audit endpoint: vulnerabilities were not checked.');
    return [];
  }
  const grave = found.high + found.critical;
  console.log(`Vulnerabilities in production dependencies: ${found.total}, high or critical: ${grave}.`);
  return grave > 0 ? [`${grave} high or critical vulnerabilities; \`npm audit --omit=dev\` names them.`] : [];
}

async function hashes(isWriting) {
  const lock = JSON.parse(readFileSync(PATH, 'utf8'));
  const without = Object.entries(lock.packages).filter(
    ([path, entry]) => path !== '' && !entry.link && !HASH.test(entry.integrity ?? ''),
  );
  const known = new Map();
  const waiting = [...without];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [path, { version }] = next;
        const { isDone, stdout } = await npm('view', `${nameOf(path)}@${version}`, 'dist.integrity');
        if (isDone && HASH.test(stdout.trim())) known.set(path, stdout.trim());
      }
    }),
  );
  const unknown = without.length - known.size;
  console.log(`${Object.keys(lock.packages).length - 1} packages, ${without.length} of them without a hash.`);
  if (unknown > 0)
    console.log(
      `${unknown} of these are not in this registry: packages of other platforms, which npm checks by nothing where it installs them.`,
    );
  const required = without
    .filter(([path, entry]) => !known.has(path) && !entry.optional)
    .map(([path]) => `${nameOf(path)} has no hash and is installed everywhere.`);
  if (!isWriting)
    return [
      ...required,
      ...Array.from(
        known.keys(),
        (path) => `${nameOf(path)} has no hash; \`npm run check:dependencies -- --write\` adds it.`,
      ),
    ];
  for (const [path, integrity] of known) lock.packages[path].integrity = integrity;
  if (known.size > 0) writeFileSync(PATH, `${JSON.stringify(lock, null, 2)}\n`);
  return required;
}

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

const problems = [...(await vulnerabilities()), ...(await hashes(process.argv.includes('--write')))];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
