/**
 * What a stage spends its time on: `work` computes in this process; `wait` waits for another process, for example for a
 * round trip or a commit.
 */
export type StageKind = 'work' | 'wait';

/** Observes the stages of one call. Stages may overlap, and a stage may occur several times. */
export interface Stages {
  /**
   * Marks the start of a stage.
   *
   * @param name a constant of the code, never text of a caller
   * @returns marks its end; must be called once, also after a failure
   */
  begin(name: string, kind: StageKind): () => void;
}

/** Starts observing a call of an operation. */
export type ObserveCall = (operationId: string) => Stages;

/** Runs a stage under its observer, if there is one. */
export async function staged<T>(
  stages: Stages | undefined,
  name: string,
  kind: StageKind,
  run: () => Promise<T>,
): Promise<T> {
  if (!stages) return run();
  const end = stages.begin(name, kind);
  try {
    return await run();
  } finally {
    end();
  }
}

/** As `staged`, for synchronous work. */
export function stagedWork<T>(stages: Stages | undefined, name: string, run: () => T): T {
  const end = stages?.begin(name, 'work');
  try {
    return run();
  } finally {
    end?.();
  }
}
