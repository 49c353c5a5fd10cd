import { killDescendants } from './descendants.ts';
import { endedWithin } from './within.ts';

// Container engines and supervisors kill after ten seconds.
const STOP_WITHIN_MS = 8_000;
// Four groups that hang, one after the other, are still within that time.
const GROUP_WITHIN_MS = 1_900;
// A terminal, a shell and npm may each hand on the same Ctrl-C.
const SAME_PRESS_MS = 250;
const INTERRUPTED = 130;

export type Stop = () => Promise<void>;

/** What a process of ours runs, until it is asked to stop or a part of it ends by itself. */
export interface Running {
  /** Rejects when a part ends by itself. */
  failed: Promise<never>;
  stop: Stop;
}

/**
 * Runs until SIGINT or SIGTERM, then stops in order within eight seconds; a second signal ends the process at once.
 * However the process ends, no process that it started outlives it.
 *
 * @param start its signal aborts when the stop is asked for before everything is there
 * @throws what `start` threw, or the failure of a part
 */
export async function runUntilSignalled<R extends Running>(start: (asked: AbortSignal) => Promise<R>, announce: (running: R) => void): Promise<void> {
  process.once('exit', () => killDescendants());
  const stopping = new AbortController();
  const asked = signalled().then(() => stopping.abort());
  const starting = start(stopping.signal);
  const running = await Promise.race([starting, asked]);
  if (!running) return stopWithin(() => stopStarting(starting));
  announce(running);
  const failure = await Promise.race([asked, running.failed.catch((error: unknown) => error)]);
  await stopWithin(running.stop);
  if (failure instanceof Error) throw failure;
}

/**
 * Stops one group after the other, the last one first, and each group together. One that fails or hangs does not keep
 * the others up: what it leaves ends with the process.
 *
 * @throws the first failure, once all have been stopped
 */
export async function stopInOrder(groups: readonly Stop[][]): Promise<void> {
  const failures: unknown[] = [];
  for (const group of groups.toReversed()) {
    const stopping = group.map((stop) => stop().catch((error: unknown) => void failures.push(error)));
    await endedWithin(GROUP_WITHIN_MS, Promise.all(stopping));
  }
  if (failures.length > 0) throw failures[0];
}

/** Ends the process with its work; a failure is told in one sentence, with exit code 1. */
export function endProcessWith(work: Promise<void>): void {
  work.then(
    // A socket or timer that somebody forgot must not keep a stopped service alive.
    () => process.exit(0),
    (error: unknown) => {
      tell(error instanceof Error ? error.message : String(error));
      process.exit(1);
    },
  );
}

/** For people, on standard error: standard output belongs to results and the log. */
export function tell(message: string): void {
  process.stderr.write(`quarry: ${message}\n`);
}

function signalled(): Promise<void> {
  let firstAt: number | undefined;
  return new Promise((resolve) => {
    const hear = (signal: NodeJS.Signals) => {
      firstAt ??= performance.now();
      if (performance.now() - firstAt > SAME_PRESS_MS) process.exit(signal === 'SIGINT' ? INTERRUPTED : 1);
      resolve();
    };
    process.on('SIGINT', hear);
    process.on('SIGTERM', hear);
  });
}

/** What is being started has to be there before it can be stopped. A start that fails has stopped itself. */
async function stopStarting(starting: Promise<Running>): Promise<void> {
  const started = await starting.catch(() => undefined);
  await started?.stop();
}

async function stopWithin(stop: Stop): Promise<void> {
  if (await endedWithin(STOP_WITHIN_MS, stop())) return;
  tell('not everything ended in time; what is left is cut off');
  process.exit(1);
}
