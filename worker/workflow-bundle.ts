import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache', 'quarry');
const WORKFLOWS = join(ROOT, 'workflows');
// All modules that workflow code may import at run time, beside Temporal's own packages.
const SHARED = ['names.ts', 'time-limits.ts'].map((name) => join(ROOT, 'services', 'temporal', name));

/** Path of the bundle of all workflows, built if their code has changed. @returns codePath for `Worker.create` */
export async function workflowBundle(): Promise<{ codePath: string }> {
  const codePath = join(CACHE, `workflows-${await digest()}.js`);
  if (existsSync(codePath)) return { codePath };
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(WORKFLOWS, 'index.ts'),
    workflowInterceptorModules: [join(WORKFLOWS, 'trail.ts')],
    logger: { ...console, log: () => {}, trace: () => {}, debug: () => {}, info: () => {} },
  });
  await mkdir(CACHE, { recursive: true });
  const unfinished = `${codePath}.${process.pid}`;
  await writeFile(unfinished, code);
  await rename(unfinished, codePath);
  return { codePath };
}

async function digest(): Promise<string> {
  const names = (await readdir(WORKFLOWS)).filter((name) => name.endsWith('.ts')).sort();
  const { version } = createRequire(import.meta.url)('@temporalio/worker/package.json') as { version: string };
  const hash = createHash('sha256').update(version);
  for (const path of [...names.map((name) => join(WORKFLOWS, name)), ...SHARED])
    hash.update(path.slice(ROOT.length)).update(await readFile(path));
  return hash.digest('hex').slice(0, 16);
}
