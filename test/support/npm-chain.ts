import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { descendantsOf } from '../../services/process/process-tree.ts';
import { eventually } from './eventually.ts';

const SCRIPTS = new URL('../../scripts/', import.meta.url).href;
const WITHIN_MS = 20_000;

/** Programs of the chain from the package manager to the service. */
export type Link = 'npm' | 'shell' | 'start' | 'service';

export interface NpmChain {
  npm: ChildProcess;
  /** Pids by program. `shell` is missing if it replaced itself with the program that it runs. */
  pids: Partial<Record<Link, number>>;
  /** The service's last output: `exit 0`. */
  said(): Promise<string>;
  /** Whether all processes of the chain end within ten seconds. */
  ended(): Promise<boolean>;
}

/**
 * A package whose `npm start` runs a service through our launcher. The service is a stand-in that prints how it ends;
 * the launcher is that of Quarry.
 */
export async function makePackage(folder: string): Promise<void> {
  await mkdir(join(folder, 'scripts'), { recursive: true });
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({
      name: 'chain',
      version: '1.0.0',
      scripts: { start: scripts.start, kept: 'node scripts/start.mjs' },
    }),
  );
  await writeFile(
    join(folder, 'scripts/start.mjs'),
    `
    import { watchPackageManager } from '${SCRIPTS}launcher.mjs';
    import { findNode } from '${SCRIPTS}node-runtime.mjs';
    import { run, stopUnlessSignalled } from '${SCRIPTS}setup.mjs';
    watchPackageManager(stopUnlessSignalled);
    process.exitCode = await run(findNode(), [process.env.CHAIN_SERVICE]);
  `,
  );
  await writeFile(
    join(folder, 'service.mjs'),
    `
    import { writeFileSync } from 'node:fs';
    const file = process.env.CHAIN_FILE;
    let count = 0;
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {
      count += 1;
      if (count === 1) setTimeout(() => process.exit(0), 700);
    });
    process.on('exit', (code) => writeFileSync(file + '.end', 'exit ' + code));
    setInterval(() => {}, 1_000);
    writeFileSync(file, String(process.pid));
  `,
  );
}

let chains = 0;

/** @param command how the package is started: `npm start` of a version, with a shell; `npm run kept` keeps the shell */
export async function startChain(
  folder: string,
  [program, ...parameters]: readonly [string, ...string[]],
): Promise<NpmChain> {
  const file = join(folder, `chain-${(chains += 1)}`);
  const npm = spawn(program, parameters, {
    cwd: folder,
    env: { ...process.env, CHAIN_FILE: file, CHAIN_SERVICE: join(folder, 'service.mjs') },
    stdio: 'ignore',
    detached: true,
  });
  const exited = once(npm, 'exit');
  const read = (path: string) => readFile(path, 'utf8').catch(() => '');
  const service = Number(
    await eventually(
      WITHIN_MS,
      () => read(file),
      (text) => text !== '',
    ),
  );
  const links = await Promise.all(
    descendantsOf(npm.pid ?? 0).map(async (pid) => ({
      pid,
      command: (await read(`/proc/${pid}/cmdline`)).replaceAll('\0', ' '),
    })),
  );
  const pids = {
    npm: npm.pid,
    shell: links.find(({ command }) => / -c /.test(command))?.pid,
    start: links.find(({ pid, command }) => pid !== service && /^\S*node scripts\/start/.test(command))?.pid,
    service,
  };
  const isLeft = async () =>
    (
      await Promise.all(
        Object.values(pids).map(
          async (pid) => pid !== undefined && pid !== npm.pid && (await read(`/proc/${pid}/cmdline`)) !== '',
        ),
      )
    ).includes(true);
  return {
    npm,
    pids: Object.fromEntries(Object.entries(pids).filter(([, pid]) => pid !== undefined)),
    said: () => read(`${file}.end`),
    ended: async () => {
      await exited;
      return !(await eventually(10_000, isLeft, (left) => !left));
    },
  };
}

/** Starts a chain and sends one of its processes a signal. */
export async function endOfChain(
  folder: string,
  command: readonly [string, ...string[]],
  { link, signal }: { link: Link; signal: NodeJS.Signals },
) {
  const chain = await startChain(folder, command);
  process.kill(chain.pids[link] ?? 0, signal);
  const isEnded = await chain.ended();
  return { pids: chain.pids, isEnded, said: await chain.said() };
}
