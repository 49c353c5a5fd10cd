import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
// @ts-expect-error -- plain JavaScript, which runs before anything is installed
import { ALLOCATOR } from '../../scripts/allocator.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The product as a user starts it, with a separate data folder. Used through its interfaces alone. */
export interface BenchService {
  child: ChildProcess;
  /** Path of its data folder. */
  folder: string;
  rest: string;
  /** host:port */
  grpc: string;
  key: string;
  post(path: string, body: unknown): Promise<unknown>;
  get(path: string): Promise<unknown>;
  /** The pieces of a response in order of arrival. */
  stream(path: string, body: unknown): AsyncGenerator<string>;
  stop(): Promise<void>;
}

/** The environment without the variables of benchmarks: the product rejects unknown variables. */
export function withoutBenchVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('QUARRY_BENCH_')));
}

const PRODUCT = ['cli/quarry.ts', 'start'];

/** @param program the product, or a program that runs it and exchanges messages with its parent */
export async function startService(
  folder: string,
  further: Record<string, string> = {},
  program: readonly string[] = PRODUCT,
): Promise<BenchService> {
  const environment = {
    QUARRY_DATA_DIR: folder,
    QUARRY_PORT: '0',
    QUARRY_GRPC_PORT: '0',
    QUARRY_TEMPORAL_PORT: '0',
    QUARRY_TEMPORAL_UI_PORT: '0',
    QUARRY_EGRESS_ALLOW: '127.0.0.0/8',
    QUARRY_RATE_LIMITS: 'off',
    QUARRY_PROVIDERS: '',
    QUARRY_SEED_DOCS: 'false',
  };
  const child = spawn(process.execPath, program, {
    cwd: ROOT,
    env: { ...ALLOCATOR, ...withoutBenchVariables(process.env), ...environment, ...further },
    stdio: ['ignore', 'pipe', 'pipe', ...(program === PRODUCT ? [] : (['ipc'] as const))],
  });
  if (!child.stdout) throw new Error('the service has no standard output');
  const said = lastWords(child);
  const lines = createInterface(child.stdout);
  const [line] = (await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('the service ended before it was ready'))),
  ])) as [string];
  lines.on('line', () => {});
  const ready = JSON.parse(line) as { rest: string; grpc: string; key_file: string };
  const key = (await readFile(ready.key_file, 'utf8')).trim();
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const call = async (path: string, init: RequestInit) => {
    const response = await fetch(ready.rest + path, { ...init, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    child,
    folder,
    rest: ready.rest,
    grpc: ready.grpc,
    key,
    post: (path, body) => call(path, { method: 'POST', body: JSON.stringify(body) }),
    get: (path) => call(path, {}),
    async *stream(path, body) {
      const response = await fetch(ready.rest + path, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!response.ok || !response.body) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      yield* response.body.pipeThrough(new TextDecoderStream());
    },
    stop: async () => {
      said.expectEnd();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const WORDS_KEPT = 4_096;

/** Shows a service's standard error if it exits without a request to stop. */
function lastWords(child: ChildProcess): { expectEnd(): void } {
  let said = '';
  let isExpected = false;
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-WORDS_KEPT)));
  child.once('close', (code, signal) => {
    if (!isExpected) console.error(`the service ended with ${signal ?? `exit code ${code}`}. It said:\n${said}`);
  });
  return { expectEnd: () => void (isExpected = true) };
}

/** Passes a service on a fresh folder to `work`, and removes everything afterwards. */
export async function withService<T>(
  work: (service: BenchService) => Promise<T>,
  further: Record<string, string> = {},
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-'));
  const service = await startService(folder, further);
  try {
    return await work(service);
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds of each of `count` consecutive calls. */
export async function timings(count: number, call: (index: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    await call(index);
    taken.push(performance.now() - startedAt);
  }
  return taken.sort((one, other) => one - other);
}

export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`;
}
