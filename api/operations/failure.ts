import { isDiskFull } from '../../services/disk.ts';
import { ServiceError } from '../../services/errors.ts';

/** After which a call that found a part away is worth another try, where nothing better is known. */
export const RETRY_LATER_SECONDS = 5;

/** What callers may see of a failure. */
export function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (isDiskFull(thrown)) return new ServiceError('UNAVAILABLE', 'Nothing can be stored at the moment.', { cause: thrown });
  return new ServiceError('INTERNAL', 'Something went wrong on our side.', { cause: thrown });
}
