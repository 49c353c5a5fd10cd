/** What a stage spends its time on: `work` computes in this process, `wait` is for another one: a round trip, a commit. */
export type StageKind = 'work' | 'wait';

/** Observes the stages of one call. Stages may overlap, and a stage may occur several times. */
export interface Stages {
  /**
   * Notes the beginning of a stage.
   *
   * @param name a constant of the code, never text of a caller
   * @returns notes its end; to be called once, after a failure too
   */
  begin(name: string, kind: StageKind): () => void;
}

/** Begins to observe a call of an operation. */
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

/** The same for work without a pause. */
export function stagedWork<T>(stages: Stages | undefined, name: string, run: () => T): T {
  const end = stages?.begin(name, 'work');
  try {
    return run();
  } finally {
    end?.();
  }
}
