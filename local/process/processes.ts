import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { killDescendants } from '../../services/process/process-tree.ts';

const OUTPUT_KEPT = 8_192;
const POLL_MS = 25;

export interface Identity {
  uid?: number;
  gid?: number;
}

/** A child whose output is captured, not shown: the end of the output becomes part of the error message if it fails. */
export interface QuietProcess {
  process: ChildProcess;
  /** Resolves once the child has printed `text`; rejects with its output if it ends or takes too long. */
  printed(text: string, withinMs: number): Promise<void>;
  output(): string;
  /** Resolves with a message when the child ends without a stop. */
  ended: Promise<Error>;
  /** Stops the child, and kills it after the time limit. */
  stop(signal: NodeJS.Signals, withinMs: number): Promise<void>;
}

/**
 * Starts a long-lived child in its own process group, so that Ctrl-C reaches only us and we stop the child in order.
 */
export function spawnQuietly(
  [program, ...parameters]: readonly [string, ...string[]],
  identity: Identity = {},
): QuietProcess {
  const child = spawn(program, parameters, { ...identity, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-OUTPUT_KEPT);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.on('error', (error) => keep(Buffer.from(error.message)));
  let stopRequested = false;
  const ended = once(child, 'exit').then(() =>
    stopRequested
      ? new Promise<Error>(() => {})
      : new Error(`${program} exited unexpectedly. Its output: ${output.trim()}`),
  );
  const stop = async (signal: NodeJS.Signals, withinMs: number) => {
    stopRequested = true;
    await stopProcess(child, signal, withinMs);
  };
  ended.catch(() => undefined);
  return {
    process: child,
    ended,
    stop,
    output: () => output,
    printed: (text, withinMs) => awaitOutput(child, () => output, { text, withinMs }),
  };
}

async function awaitOutput(
  child: ChildProcess,
  output: () => string,
  { text, withinMs }: { text: string; withinMs: number },
) {
  const deadline = Date.now() + withinMs;
  while (!output().includes(text)) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
      throw new Error(`${child.spawnfile} exited at once. Its output: ${output().trim()}`);
    }
    if (Date.now() > deadline)
      throw new Error(`${child.spawnfile} was not ready within ${withinMs} ms. Its output: ${output().trim()}`);
    await sleep(POLL_MS);
  }
}

/** Runs a program to its end; its output becomes the error message if it fails. */
export async function run(command: readonly [string, ...string[]], identity: Identity = {}): Promise<string> {
  const child = spawnQuietly(command, identity);
  if (child.process.pid !== undefined) await once(child.process, 'close');
  if (child.process.exitCode !== 0) throw new Error(`${command[0]} failed: ${child.output().trim()}`);
  return child.output();
}

async function stopProcess(child: ChildProcess, signal: NodeJS.Signals, withinMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const { pid } = child;
  const timer = setTimeout(() => {
    // Before the process ends: afterwards its children have another parent.
    killDescendants(pid);
    child.kill('SIGKILL');
  }, withinMs);
  await ended;
  clearTimeout(timer);
}

export async function waitForExit(pid: number, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) throw new Error(`process ${pid} did not end within ${withinMs} ms`);
    await sleep(POLL_MS);
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
