import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { cacheFolder } from '../../local/obtain/cache-folder.ts';
import { eventually } from './eventually.ts';
import { processesOf } from './process.ts';

// Its first command installs the dependencies.
const WITHIN_MS = 240_000;
const STOPPED_WITHIN_MS = 30_000;
const PROGRAMS = /^(?:node|temporal|chromium)-/;

/** A folder of a user's that has installed the package, with a cache of its own that holds the programs. */
export interface PackedServer {
  folder: string;
  /** The package itself. */
  tarball: string;
  /** Names of files in the package, without `package/`. */
  files: string[];
  /** Runs `npx quarry` in the folder. @throws with what it has said */
  quarry(...parameters: string[]): Promise<string>;
  /** `npx quarry start`; resolves when it is ready. */
  start(): Promise<{ rest: string; stop(): Promise<unknown> }>;
  remove(): Promise<void>;
}

/** Packs the server as `npm pack` does, and installs the tarball into an empty folder outside the clone. */
export async function installedServer(): Promise<PackedServer> {
  const above = await mkdtemp(join(tmpdir(), 'quarry-packed-'));
  await chmod(above, 0o755);
  const folder = join(above, 'project');
  const tarball = await packedFrom(await copyOfClone(join(above, 'clone')), above);
  const { stdout } = await promisify(execFile)('tar', ['-tzf', tarball]);
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{"private": true}');
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', tarball], { cwd: folder });
  const env = await environmentIn(above);
  const run = (parameters: string[]) =>
    promisify(execFile)('npx', ['--no-install', 'quarry', ...parameters], { cwd: folder, env, timeout: WITHIN_MS });
  return {
    folder,
    tarball,
    files: stdout.split('\n').map((name) => name.replace(/^package\//, '')),
    quarry: async (...parameters) => (await run(parameters)).stdout,
    start: () => started(spawn('npx', ['--no-install', 'quarry', 'start'], { cwd: folder, env }), above),
    remove: () => rm(above, { recursive: true, force: true }),
  };
}

/** What a clone has that npm packs: another run of the tests may be packing the clone itself. */
async function copyOfClone(to: string): Promise<string> {
  const { files } = JSON.parse(await readFile('package.json', 'utf8')) as { files: string[] };
  for (const name of [...files, 'package.json', 'package-lock.json', 'README.md', 'LICENSE', '.gitignore'])
    await cp(name, join(to, name), { recursive: true });
  return to;
}

async function packedFrom(clone: string, to: string): Promise<string> {
  await promisify(execFile)('npm', ['pack', '--pack-destination', to], { cwd: clone });
  const name = (await readdir(to)).find((one) => one.endsWith('.tgz')) ?? '';
  return join(to, name);
}

/** That of a user, with the downloaded programs of this machine. */
async function environmentIn(above: string): Promise<NodeJS.ProcessEnv> {
  const cache = join(above, 'cache', 'quarry');
  await mkdir(cache, { recursive: true });
  const programs = (await readdir(cacheFolder())).filter((name) => PROGRAMS.test(name));
  for (const name of programs) await symlink(join(cacheFolder(), name), join(cache, name));
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:QUARRY_|npm_)/.test(name));
  return {
    ...Object.fromEntries(inherited),
    XDG_CACHE_HOME: join(above, 'cache'),
    XDG_CONFIG_HOME: join(above, 'configuration'),
    QUARRY_PORT: '0',
    QUARRY_GRPC_PORT: '0',
    QUARRY_PROVIDERS: '',
    QUARRY_EMBEDDINGS_MODEL: 'off',
  };
}

async function started(child: ChildProcess, above: string) {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const lines = createInterface(child.stdout ?? process.stdin);
  const within = AbortSignal.timeout(WITHIN_MS);
  const [line] = await Promise.race([once(lines, 'line', { signal: within }), once(child, 'exit', { signal: within })]);
  if (typeof line !== 'string' || !line.startsWith('{')) throw new Error(`not ready: ${String(line)}\n${said}`);
  lines.on('line', () => {});
  return {
    ...(JSON.parse(line) as { rest: string }),
    /** @returns the processes that are left, none if all of them have ended */
    stop: async () => {
      child.kill('SIGTERM');
      return eventually(
        STOPPED_WITHIN_MS,
        async () => processesOf(above),
        (left) => left.length === 0,
      );
    },
  };
}
