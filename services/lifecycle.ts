const STOP_WITHIN_MS = 9_500;

/** What a process of ours runs, until it is asked to stop or a part of it ends by itself. */
export interface Running {
  /** Rejects when a part ends by itself. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

/**
 * Runs until SIGINT or SIGTERM, then drains.
 *
 * @throws what `start` threw, or the failure of a part
 */
export async function runUntilSignalled<R extends Running>(start: () => Promise<R>, announce: (running: R) => void): Promise<void> {
  const asked = signalled();
  const starting = start();
  const running = await Promise.race([starting, asked.then(() => undefined)]);
  // Asked to stop while starting: what is being started has to be there before it can be stopped.
  if (!running) return stopWithin((await starting).stop);
  announce(running);
  const failure = await Promise.race([asked, running.failed.catch((error: unknown) => error)]);
  await stopWithin(running.stop);
  if (failure instanceof Error) throw failure;
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

function signalled(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}

async function stopWithin(stop: () => Promise<void>): Promise<void> {
  const late = setTimeout(() => {
    tell('not everything ended in time; what is left is cut off');
    process.exit(1);
  }, STOP_WITHIN_MS);
  await stop();
  clearTimeout(late);
}
