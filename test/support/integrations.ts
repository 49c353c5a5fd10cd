import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { packedProject, type Project } from '../sdk/packed.ts';
import { keptPackages } from './kept-packages.ts';
import { keptPython, runPython } from './python/environment.ts';

const FOLDER = 'docs/integrations';
// What our own SDK for Python depends on.
const OF_THE_SDK = ['anyio==4.13.0', 'httpx==0.28.1', 'pydantic==2.14.4', 'standardwebhooks==1.1.0'];
// Apart: their packages need different major versions of one client.
const PYTHON: Record<string, readonly string[]> = {
  langchain: ['langchain==1.5.2', 'langchain-openai==1.7.4', 'openai-agents==0.24.0'],
  llamaindex: ['llama-index-core==0.14.25', 'llama-index-llms-openai-like==0.8.1'],
};
const JAVASCRIPT = [
  'ai@7.0.173',
  '@ai-sdk/openai-compatible@3.0.92',
  '@langchain/core@1.4.0',
  '@langchain/openai@1.6.0',
  'langchain@1.5.14',
  'zod@4.6.7',
];
const WITHIN_MS = 60_000;

/** The packages of all frameworks with their versions, as their pages name them. */
export const TESTED: readonly string[] = [...Object.values(PYTHON).flat(), ...JAVASCRIPT];

/** What an example of a framework prints. @param path from `docs/integrations` */
export type RunExample = (path: string, parameters: string[]) => Promise<string>;

/** Runs examples in Python where they stand, with the SDK of this repository. */
export async function pythonExamples(
  name: 'langchain' | 'llamaindex',
  env: Record<string, string>,
): Promise<RunExample> {
  const python = await keptPython([...OF_THE_SDK, ...(PYTHON[name] ?? [])]);
  const withSdk = { ...env, PYTHONPATH: resolve('sdk/python'), PYTHONDONTWRITEBYTECODE: '1' };
  return (path, parameters) => runPython(python, [resolve(FOLDER, path), ...parameters], { env: withSdk });
}

/** Copies of the examples in TypeScript, compiled strictly, beside their packages and the packed SDK. */
export async function typeScriptExamples(): Promise<Project> {
  const paths = (await readdir(FOLDER, { recursive: true })).filter((path) => path.endsWith('.ts'));
  const files = Object.fromEntries(
    await Promise.all(paths.map(async (path) => [fileOf(path), await readFile(join(FOLDER, path), 'utf8')] as const)),
  );
  const compiler = { skipLibCheck: true, rewriteRelativeImportExtensions: true, noUncheckedIndexedAccess: true };
  return packedProject(files, { modules: await keptPackages(JAVASCRIPT), compiler });
}

/** Runs an example as its page says: Node takes TypeScript. */
export function runTypeScript({ folder }: Project, env: Record<string, string>): RunExample {
  return async (path, parameters) => {
    const options = { cwd: folder, env: { ...process.env, ...env }, timeout: WITHIN_MS };
    return (await promisify(execFile)(process.execPath, [fileOf(path), ...parameters], options)).stdout;
  };
}

/** All frameworks' examples are one project: no two of them have the same name. */
const fileOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
