// `npm run release:check`: makes what a release consists of in `.release`, and checks it against the last one.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkGrpc, checkRest } from './contracts.ts';
import { type CheckVerdict, verdictLine } from './verdict.ts';
import { makePackages, writeChecksums } from './packages.ts';
import { checkLicences, licenceReport, readSbom } from './sbom.ts';
import { checkChangelog, checkVersions, lastRelease, versionOf } from './versions.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function checkRelease(to: string): Promise<CheckVerdict[]> {
  const version = await versionOf(ROOT);
  const last = await lastRelease(ROOT, version);
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  return [
    await checkVersions(ROOT),
    checkChangelog(await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8'), version),
    await checkGrpc(ROOT, last, join(ROOT, 'node_modules/.bin/buf')),
    await checkRest(ROOT, last),
    ...(await made(to)),
  ];
}

async function made(to: string): Promise<CheckVerdict[]> {
  const sbom = await readSbom(ROOT);
  await writeFile(join(to, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
  await writeFile(join(to, 'licences.md'), licenceReport(sbom));
  const packages = await makePackages(ROOT, to);
  await writeChecksums(to, [...packages, 'sbom.cdx.json', 'licences.md']);
  return [checkLicences(sbom), { status: 'ok', what: 'packages', detail: packages.join(', ') }];
}

const { values } = parseArgs({ options: { out: { type: 'string', default: join(ROOT, '.release') } } });
const to = resolve(values.out);
const verdicts = await checkRelease(to);
for (const verdict of verdicts) console.log(verdictLine(verdict));
console.log(`\nThe files are in ${to}.`);
if (verdicts.some(({ status }) => status === 'problem')) process.exitCode = 1;
