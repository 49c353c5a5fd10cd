import { activityInfo, ApplicationFailure, cancellationSignal } from '@temporalio/activity';
import { isTransient } from '../services/database/transient.ts';
import { UNAVAILABLE_FAILURE } from '../services/temporal/names.ts';

const TRIES = 5;

/**
 * Retries an activity for as long as its workflow allows while a dependency is unavailable. Any other failure is final
 * at the fifth attempt: waiting does not fix a fault of ours.
 */
export async function withLimitedFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (cancellationSignal().aborted) throw error;
    const isPassing = isTransient(error);
    if (!isPassing && activityInfo().attempt < TRIES) throw error;
    const message = error instanceof Error ? error.message : String(error);
    // Only the type of the error remains once the workflow has failed.
    throw ApplicationFailure.create({
      message,
      nonRetryable: !isPassing,
      ...(isPassing && { type: UNAVAILABLE_FAILURE }),
      ...(error instanceof Error && { cause: error }),
    });
  }
}
