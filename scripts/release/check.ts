// `npm run release:check`: makes what a release consists of in `.release`, and checks it against the last one.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkGrpc, checkRest } from './contracts.ts';
import { type CheckVerdict, settled, verdictLine } from './verdict.ts';
import { makePackages, writeChecksums } from './packages.ts';
import { checkLicences, licenceReport, readSbom } from './sbom.ts';
import { checkChangelog, checkVersions, lastRelease, versionOf } from './versions.ts';

// The names of the files that this program makes.
const MADE = /^(?:quarry[\w.-]*\.(?:tgz|whl|tar\.gz)|sbom\.cdx\.json|licences\.md|SHA256SUMS)$/;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function checkRelease(to: string): Promise<CheckVerdict[]> {
  const version = await versionOf(ROOT);
  const last = await lastRelease(ROOT, version);
  await emptied(to);
  return [
    await checkVersions(ROOT),
    checkChangelog(await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8'), version),
    await settled('gRPC', () => checkGrpc(ROOT, last, join(ROOT, 'node_modules/.bin/buf'))),
    await settled('REST', () => checkRest(ROOT, last)),
    ...(await made(to)),
  ];
}

/** Creates the folder, or removes what a former call has made in it. @throws Error if it holds anything else */
async function emptied(to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const names = await readdir(to);
  const other = names.find((name) => !MADE.test(name));
  if (other !== undefined) throw new Error(`${to} holds ${other}, which is not of a release: name another folder`);
  for (const name of names) await rm(join(to, name));
}

async function made(to: string): Promise<CheckVerdict[]> {
  const described = await settled('licences', async () => {
    const sbom = await readSbom(ROOT);
    await writeFile(join(to, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
    await writeFile(join(to, 'licences.md'), licenceReport(sbom));
    return checkLicences(sbom);
  });
  const packed = await settled('packages', async () => {
    const packages = await makePackages(ROOT, to);
    return { status: 'ok', what: 'packages', detail: packages.join(', ') };
  });
  const verdicts = [described, packed];
  // The checksums of a part would look like those of a release.
  if (verdicts.every(({ status }) => status === 'ok')) await writeChecksums(to, (await readdir(to)).toSorted());
  return verdicts;
}

const { values } = parseArgs({ options: { out: { type: 'string', default: join(ROOT, '.release') } } });
const to = resolve(values.out);
const verdicts = await checkRelease(to);
for (const verdict of verdicts) console.log(verdictLine(verdict));
console.log(`\nThe files are in ${to}.`);
if (verdicts.some(({ status }) => status === 'problem')) process.exitCode = 1;
