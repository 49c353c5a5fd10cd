import { useState } from 'preact/hooks';

export interface Action<Input extends unknown[]> {
  /** Runs it; a second call while it runs does nothing. */
  run(...input: Input): void;
  isRunning: boolean;
  error: Error | undefined;
}

/** Something that the reader starts, with its state: whether it runs, and why it has failed. */
export function useAction<Input extends unknown[]>(act: (...input: Input) => Promise<unknown>): Action<Input> {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<Error>();
  const run = (...input: Input) => {
    if (isRunning) return;
    setRunning(true);
    setError(undefined);
    act(...input)
      .catch((reason: unknown) => setError(reason as Error))
      .finally(() => setRunning(false));
  };
  return { run, isRunning, error };
}
