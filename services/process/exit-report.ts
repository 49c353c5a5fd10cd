/** The final report of a process that runs until it is told to end. */
export interface ExitReport {
  /** The reason for the exit. */
  say(reason: string): void;
  /** Called with the reason by the code that ends the process. */
  leaveToOthers(): void;
}

/**
 * Ensures that the process does not end silently: an uncaught error, an empty event loop, and a call of process.exit
 * are reported in one line each. Only the parent process can report a SIGKILL.
 */
export function keepExitReport(tell: (message: string) => void): ExitReport {
  let isSaid = false;
  const say = (reason: string): void => {
    isSaid = true;
    tell(reason);
  };
  // Node prints the stack after this, and ends with exit code 1.
  process.on('uncaughtExceptionMonitor', (error: unknown) =>
    say(`exited after an uncaught error: ${error instanceof Error ? error.message : String(error)}`),
  );
  process.on('beforeExit', () => {
    say('exited: the event loop is empty');
    process.exit(1);
  });
  process.on('exit', (code) => {
    if (!isSaid) say(`exited with code ${code}, without a reason`);
  });
  return { say, leaveToOthers: () => void (isSaid = true) };
}
