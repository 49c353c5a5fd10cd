import { activityInfo, ApplicationFailure, cancellationSignal } from '@temporalio/activity';
import { isAway } from '../services/database/away.ts';
import { ServiceError } from '../services/errors.ts';

const TRIES = 5;
// Serialization, deadlock, lock and statement timeouts, too few resources: of the moment, however many tries there were before.
const OF_THE_MOMENT = /^(?:40001|40P01|55P03|57014|53\w{3})$/;

/**
 * The work of an activity that waits for parts that are away for as long as its workflow lets it. Whatever else fails, it
 * fails at the fifth try for good: a fault of ours is not waited out.
 */
export async function withFewFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (activityInfo().attempt < TRIES || cancellationSignal().aborted || mayPass(error)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw ApplicationFailure.create({ message, nonRetryable: true, ...(error instanceof Error && { cause: error }) });
  }
}

function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  return isAway(error) || OF_THE_MOMENT.test(code) || (error instanceof ServiceError && error.code === 'UNAVAILABLE');
}
