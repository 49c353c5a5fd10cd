import { killDescendants } from './process-tree.ts';
import { keepExitReport } from './exit-report.ts';
import { settledWithin } from '../concurrency/settled-within.ts';

// Container engines and supervisors kill after ten seconds.
const STOP_WITHIN_MS = 8_000;
// Shared by all groups. On a busy machine each timer of the process can be late by some hundred milliseconds: a group
// that exceeds its share reduces the shares of the others, and the last one may still be a second late.
const GROUPS_WITHIN_MS = 7_000;
// A terminal, a shell and npm may each forward the same Ctrl-C.
const SAME_PRESS_MS = 250;
const INTERRUPTED = 130;
const TERMINATED = 143;

export type Stop = () => Promise<void>;

/** The running service of a process, until it is told to stop or a part of it ends by itself. */
export interface Running {
  /** Rejects when a part ends by itself. */
  failed: Promise<never>;
  stop: Stop;
}

/**
 * Runs until SIGINT, SIGTERM or SIGHUP, then stops in order within eight seconds; a second signal ends the process at
 * once. Every exit is reported in one line, and child processes never outlive the process.
 *
 * @param start its signal aborts if the stop comes before the start has finished
 * @throws the error of `start`, or the failure of a part
 */
export async function runUntilSignalled<R extends Running>(
  start: (asked: AbortSignal) => Promise<R>,
  announce: (running: R) => void,
): Promise<void> {
  const exitReport = keepExitReport(report);
  process.once('exit', () => killDescendants());
  const stopping = new AbortController();
  const askedToStop = async () => {
    exitReport.say(`stopping: ${await signalled()}`);
    stopping.abort();
  };
  try {
    await runUntil(askedToStop(), start(stopping.signal), announce);
  } catch (error) {
    exitReport.leaveToOthers();
    throw error;
  }
}

async function runUntil<R extends Running>(
  asked: Promise<void>,
  starting: Promise<R>,
  announce: (running: R) => void,
): Promise<void> {
  const running = await Promise.race([starting, asked]);
  if (!running) return stopWithin(() => stopStarting(starting));
  announce(running);
  const failure = await Promise.race([asked, running.failed.catch(asError)]);
  if (!failure) return stopWithin(running.stop);
  // An error while stopping is a consequence: the original failure is the one to report.
  await stopWithin(() => running.stop().catch((error: unknown) => report(asError(error).message)), failure);
  throw failure;
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/**
 * Stops the groups one after the other, the last one first, and the members of a group concurrently. A member that
 * fails or hangs does not block the others: it ends with the process.
 *
 * @param withinMs for all groups; a group gets its share of the remaining time
 * @throws the first failure, once all groups have been stopped
 */
export async function stopInOrder(groups: readonly Stop[][], withinMs = GROUPS_WITHIN_MS): Promise<void> {
  const failures: unknown[] = [];
  const deadline = performance.now() + withinMs;
  for (const [nth, group] of groups.toReversed().entries()) {
    const shareMs = (deadline - performance.now()) / (groups.length - nth);
    const stopping = group.map((stop) => stop().catch((error: unknown) => void failures.push(error)));
    await settledWithin(Math.max(shareMs, 0), Promise.all(stopping));
  }
  if (failures.length > 0) throw failures[0];
}

/** A failure of a command with an exit code of its own. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** A signal ended a command before its work was done. The exit code follows shells: 128 plus the signal's number. */
export class InterruptedError extends CommandError {
  override readonly name = 'InterruptedError';

  constructor(message: string, signal: NodeJS.Signals) {
    super(message, signal === 'SIGINT' ? INTERRUPTED : TERMINATED);
  }
}

/**
 * Ends the process after its work; a failure is reported in one sentence, with exit code 1 unless it has one of its own.
 *
 * @param shown the message as a terminal may show it
 */
export function endProcessWith(work: Promise<void>, shown: (message: string) => string = (message) => message): void {
  work.then(
    // A leaked socket or timer must not keep a stopped service alive.
    () => process.exit(0),
    (error: unknown) => {
      report(shown(asError(error).message));
      process.exit(error instanceof CommandError ? error.exitCode : 1);
    },
  );
}

/** Messages for people, on standard error: standard output is for results and the log. */
export function report(message: string): void {
  process.stderr.write(`quarry: ${message}\n`);
}

function signalled(): Promise<NodeJS.Signals> {
  let firstAt: number | undefined;
  return new Promise((resolve) => {
    const hear = (signal: NodeJS.Signals) => {
      firstAt ??= performance.now();
      // The terminal is gone: further writes to it fail, and must not interrupt the stop.
      if (signal === 'SIGHUP') for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
      if (performance.now() - firstAt > SAME_PRESS_MS) {
        report(`exiting at once: second ${signal}`);
        process.exit(signal === 'SIGINT' ? INTERRUPTED : 1);
      }
      resolve(signal);
    };
    // Without a handler, a SIGHUP would end the process at once and leave its servers running.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear);
  });
}

/** A start must finish before it can be stopped. A failed start has cleaned up already. */
async function stopStarting(starting: Promise<Running>): Promise<void> {
  const started = await starting.catch(() => undefined);
  await started?.stop();
}

/** @param failure the reason for the stop, if it still has to be reported */
async function stopWithin(stop: Stop, failure?: Error): Promise<void> {
  if (await settledWithin(STOP_WITHIN_MS, stop())) return;
  if (failure) report(failure.message);
  report('the time to stop has passed; remaining work is aborted');
  process.exit(1);
}
