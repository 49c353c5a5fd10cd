import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PYTHON_BUILD } from '../../../scripts/release/packages.ts';
import { cacheFolder } from '../../../local/obtain/cache-folder.ts';

// The tools of the SDK's tests, and the clients of other services; each with what it needs.
const TOOLS = [...PYTHON_BUILD, 'mypy==2.4.1', 'firecrawl-py==4.55.0', 'tavily-python==0.8.5'];
const INSTALL = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
const WITHIN_MS = 240_000;

/** The Python of an environment with pinned tools, which all tests share and none changes. */
export const toolsPython = (): Promise<string> => keptPython(TOOLS);

/**
 * The Python of an environment that is kept in the cache folder, made at its first use.
 *
 * @param requirements packages with their versions
 */
export async function keptPython(requirements: readonly string[]): Promise<string> {
  const name = createHash('sha256').update(requirements.join('\n')).digest('hex').slice(0, 16);
  const kept = join(cacheFolder(), `python-${name}`);
  const finished = join(kept, 'finished');
  // The Python that an environment was made with can be removed; `python` is then a link to nothing.
  if (!existsSync(finished) || !existsSync(pythonOf(kept))) {
    await mkdir(cacheFolder(), { recursive: true });
    await rm(kept, { recursive: true, force: true });
    // An environment cannot be moved: its programs hold its path.
    await makeEnvironment(kept);
    await runPython(pythonOf(kept), [...INSTALL, ...requirements]);
    await writeFile(`${finished}.new`, '');
    await rename(`${finished}.new`, finished);
  }
  return pythonOf(kept);
}

/** A new environment without packages, in a folder of its own. */
export async function emptyEnvironment(): Promise<{ folder: string; python: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-python-'));
  const at = join(folder, 'environment');
  await makeEnvironment(at);
  return { folder, python: pythonOf(at) };
}

const pythonOf = (folder: string) => join(folder, 'bin', 'python');

async function makeEnvironment(folder: string): Promise<void> {
  await runPython('python3', ['-m', 'venv', folder]);
}

/** What a program of Python prints. @throws Error with what it has printed */
export async function runPython(
  python: string,
  parameters: string[],
  { env = {}, cwd = tmpdir() }: { env?: Record<string, string>; cwd?: string } = {},
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(python, parameters, {
      // Outside the repository: Python imports modules from its working folder.
      cwd,
      env: { ...process.env, ...env },
      timeout: WITHIN_MS,
    });
    return stdout;
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (code === 'ENOENT') throw new Error('this test needs python3 with pip and venv', { cause: error });
    throw new Error(`${parameters.join(' ')} failed\n${stdout}\n${stderr}`, { cause: error });
  }
}
