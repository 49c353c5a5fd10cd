import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const READY_WITHIN_MS = 60_000;

export interface QuarryProcess {
  child: ChildProcess;
  /** The first line on standard output, which says that the process is ready. */
  ready: Record<string, string>;
  stderr(): string;
  /** Sends the signal, waits for the end, and returns the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts `quarry` as its user would, as a process of its own.
 *
 * @param launcher a command that runs the given command in its place, such as `unshare`
 * @throws Error with its output if it does not become ready
 */
export async function startProcess(
  parameters: string[],
  environment: Record<string, string>,
  launcher: string[] = [],
): Promise<QuarryProcess> {
  const { child, stderr } = spawnQuarry(parameters, environment, launcher);
  const ready = await firstLine(child, stderr);
  return {
    child,
    ready,
    stderr,
    end: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      }
      return child.exitCode;
    },
  };
}

/** Runs `quarry` to its end. @param launcher as for `startProcess` */
export async function runProcess(
  parameters: string[],
  environment: Record<string, string>,
  launcher: string[] = [],
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { child, stderr } = spawnQuarry(parameters, environment, launcher);
  let stdout = '';
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, stdout, stderr: stderr() };
}

function spawnQuarry(
  parameters: string[],
  environment: Record<string, string>,
  launcher: string[],
): { child: ChildProcess; stderr(): string } {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('QUARRY_')));
  const [program = '', ...rest] = [...launcher, process.execPath, 'cli/quarry.ts', ...parameters];
  const child = spawn(program, rest, {
    cwd: ROOT,
    env: { ...inherited, QUARRY_PROVIDERS: '', QUARRY_EMBEDDINGS_MODEL: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return { child, stderr: () => stderr };
}

async function firstLine(child: ChildProcess, stderr: () => string): Promise<Record<string, string>> {
  if (!child.stdout) throw new Error('the output is not piped');
  const lines = createInterface(child.stdout);
  // The log must be read: a full pipe would block the process.
  lines.on('line', () => {});
  const within = AbortSignal.timeout(READY_WITHIN_MS);
  const line = await Promise.race([once(lines, 'line', { signal: within }), once(child, 'exit', { signal: within })]);
  const [text] = line as [unknown];
  if (typeof text !== 'string' || !text.startsWith('{')) throw new Error(`not ready: ${String(text)}\n${stderr()}`);
  return JSON.parse(text) as Record<string, string>;
}

/** Every live process that was started below `folder` or has it in its environment. */
export function processesOf(folder: string): Array<{ pid: number; command: string }> {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const read = (file: string) => readFileSync(`/proc/${name}/${file}`, 'utf8').replaceAll('\0', ' ');
      try {
        const known = [readlinkSync(`/proc/${name}/cwd`), read('cmdline'), read('environ')].some((text) =>
          text.includes(folder),
        );
        return known && !/\) Z /.test(read('stat')) ? [{ pid: Number(name), command: read('cmdline') }] : [];
      } catch {
        // The process ended during the read.
        return [];
      }
    });
}
