import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { keptPackages } from './kept-packages.ts';

const PUBLINT = 'publint@0.3.25';

/** What publint says of a package that npm has made: `All good!`, or each problem, also mere suggestions. */
export async function publintSays(tarball: string): Promise<string> {
  const publint = join(await keptPackages([PUBLINT]), 'publint/src/cli.js');
  const { stdout } = await promisify(execFile)(process.execPath, [publint, 'run', tarball, '--strict']).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}
