import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ran } from './program.ts';
import type { CheckVerdict } from './verdict.ts';

/** The version that the packages of this folder have; one for the server and both SDKs. */
export async function versionOf(root: string): Promise<string> {
  return (JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

export async function checkVersions(root: string): Promise<CheckVerdict> {
  const version = await versionOf(root);
  const python = await readFile(join(root, 'sdk/python/pyproject.toml'), 'utf8');
  const others = {
    'sdk/package.json': await versionOf(join(root, 'sdk')),
    'sdk/python/pyproject.toml': /^version = "(.+)"$/m.exec(python)?.[1] ?? 'none',
  };
  const different = Object.entries(others).filter(([, other]) => other !== version);
  if (different.length === 0) return { status: 'ok', what: 'versions', detail: `${version} in all packages` };
  const detail = different.map(([path, other]) => `${path} has ${other}, not ${version}`).join('; ');
  return { status: 'problem', what: 'versions', detail };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The changelog must have a section for the version with something in it, and the day of the release.
 *
 * @param changelog text of CHANGELOG.md
 */
export function checkChangelog(changelog: string, version: string): CheckVerdict {
  const what = 'changelog';
  const [, rest] = changelog.split(`\n## [${version}] - `);
  if (rest === undefined) return { status: 'problem', what, detail: `CHANGELOG.md has no section for ${version}` };
  const [section = ''] = rest.split('\n## ');
  const entries = section.match(/^- /gm)?.length ?? 0;
  if (entries === 0) return { status: 'problem', what, detail: `the section for ${version} is empty` };
  const [date = ''] = section.split('\n');
  if (!DAY.test(date)) return { status: 'problem', what, detail: `the section for ${version} has no date but ${date}` };
  return { status: 'ok', what, detail: `${entries} entries for ${version}, dated ${date}` };
}

/** The tag of the last release before the version: the greatest `v…` below it. Undefined if there is none, or no git. */
export async function lastRelease(root: string, version: string): Promise<string | undefined> {
  const { code, stdout } = await ran('git', ['tag', '--list', 'v[0-9]*'], { cwd: root }).catch(() => NO_GIT);
  if (code !== 0) return undefined;
  const earlier = stdout.split('\n').filter((tag) => RELEASE.test(tag) && compare(tag, version) < 0);
  return earlier.toSorted(compare).at(-1);
}

const NO_GIT = { code: 1, stdout: '' };
// A version without a suffix: what a pre-release had may change.
const RELEASE = /^v\d+\.\d+\.\d+$/;

function compare(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.replace(/^v/, '').split('.').map(Number));
  const differing = [0, 1, 2].find((place) => a?.[place] !== b?.[place]) ?? 0;
  return (a?.[differing] ?? 0) - (b?.[differing] ?? 0);
}
