import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outputOf, ProgramError, ran, type Ran } from './program.ts';
import type { CheckVerdict } from './verdict.ts';

// The library that compares descriptions of OpenAPI 3.1; run by Go, which checks its hash.
const OASDIFF = 'github.com/oasdiff/oasdiff@v1.37.0';

/**
 * The contract over gRPC against that of the last release.
 *
 * @param tag of the last release, undefined if there is none
 * @param buf path of the program
 */
export async function checkGrpc(root: string, tag: string | undefined, buf: string): Promise<CheckVerdict> {
  const what = 'gRPC';
  if (tag === undefined) return NOTHING_TO_COMPARE(what);
  return judged(what, tag, await ran(buf, ['breaking', '--against', `.git#tag=${tag}`], { cwd: root }));
}

/** The description of REST against that of the last release. @param go path of the program */
export async function checkRest(root: string, tag: string | undefined, go = 'go'): Promise<CheckVerdict> {
  const what = 'REST';
  if (tag === undefined) return NOTHING_TO_COMPARE(what);
  const folder = await mkdtemp(join(tmpdir(), 'quarry-release-'));
  try {
    const released = join(folder, 'released.json');
    await writeFile(released, await outputOf('git', ['show', `${tag}:openapi.json`], { cwd: root }));
    const parameters = ['run', OASDIFF, 'breaking', released, join(root, 'openapi.json')];
    const options = ['--fail-on', 'ERR', '--format', 'singleline', '--color', 'never'];
    return judged(what, tag, await ran(go, [...parameters, ...options], { cwd: folder }));
  } catch (error) {
    if (!(error instanceof ProgramError) || !error.isMissing) throw error;
    return {
      status: 'problem',
      what,
      detail: `Go is not installed: nothing compares openapi.json with that of ${tag}`,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const NOTHING_TO_COMPARE = (what: string): CheckVerdict => ({
  status: 'skipped',
  what,
  detail: 'no tag of an earlier release: nothing was compared',
});

function judged(what: string, tag: string, { code, stdout, stderr }: Ran): CheckVerdict {
  if (code === 0) return { status: 'ok', what, detail: `breaks no client of ${tag}` };
  // Both programs write to standard output what breaks clients, and to standard error why they could not compare.
  const isCompared = stdout.trim() !== '';
  const detail = isCompared
    ? `breaks clients of ${tag}:\n${stdout.trim()}`
    : `not compared with ${tag}:\n${stderr.trim()}`;
  return { status: 'problem', what, detail };
}
