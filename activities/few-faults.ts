import { activityInfo, ApplicationFailure, cancellationSignal } from '@temporalio/activity';
import { mayPass } from '../services/database/may-pass.ts';
import { UNAVAILABLE_FAILURE } from '../services/temporal/names.ts';

const TRIES = 5;

/**
 * Retries the work of an activity for as long as its workflow allows while a part is away. Any other failure is final at the
 * fifth try: waiting does not mend a fault of ours.
 */
export async function withFewFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (cancellationSignal().aborted) throw error;
    const isPassing = mayPass(error);
    if (!isPassing && activityInfo().attempt < TRIES) throw error;
    const message = error instanceof Error ? error.message : String(error);
    // The type is what is left of the error once the workflow has failed.
    throw ApplicationFailure.create({
      message,
      nonRetryable: !isPassing,
      ...(isPassing && { type: UNAVAILABLE_FAILURE }),
      ...(error instanceof Error && { cause: error }),
    });
  }
}
