import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { descendantsOf } from '../../services/process/process-tree.ts';
import { CHECKOUT, type BareMachine } from './bare-machine.ts';

// It installs the packages first.
const READY_WITHIN_MS = 300_000;

export interface BareStart {
  /** The line that says that the service is ready. */
  ready: Record<string, string>;
  stderr(): string;
  /** Sends SIGTERM to npm, the first process of the machine, and waits for the end; the exit code. */
  stop(): Promise<number | null>;
}

/**
 * `npm start` as the first process of the machine, as in a container. Mounts and processes go with it.
 *
 * @throws Error with what it said when it does not get ready
 */
export async function startOn(
  { root, environment }: BareMachine,
  settings: Record<string, string>,
): Promise<BareStart> {
  await mkdir(join(root, 'dev/shm'), { recursive: true });
  const mounts = 'mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/dev/shm" && exec chroot "$0" "$@"';
  const variables = Object.entries({
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: '/root',
    ...environment,
    ...settings,
  }).map(([name, value]) => `${name}=${value}`);
  const command = ['env', '-i', ...variables, 'sh', '-c', `cd ${CHECKOUT} && exec npm start`];
  const child = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', '--', 'sh', '-c', mounts, root, ...command],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const stop = async () => {
    const [first] = descendantsOf(child.pid ?? 0);
    if (first !== undefined) process.kill(first, 'SIGTERM');
    return (await exited)[0];
  };
  return { ready: await readyLine(child, () => stderr), stderr: () => stderr, stop };
}

async function readyLine(child: ChildProcess, stderr: () => string): Promise<Record<string, string>> {
  if (!child.stdout) throw new Error('the output is not piped');
  const within = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS);
  try {
    for await (const line of createInterface(child.stdout)) {
      // npm says before it what it runs.
      if (line.startsWith('{')) return JSON.parse(line) as Record<string, string>;
    }
  } finally {
    clearTimeout(within);
    child.stdout.resume();
  }
  throw new Error(`not ready\n${stderr()}`);
}
