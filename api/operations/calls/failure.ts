import type { Logger } from 'pino';
import { isUnavailable } from '../../../services/database/unavailable.ts';
import { isDiskFull } from '../../../services/core/disk.ts';
import { ServiceError } from '../../../services/core/errors.ts';

// Used if no better value is known.
const RETRY_LATER_SECONDS = 5;

/** Delay after which a retry makes sense; undefined if none does, or if a retry would repeat finished work. */
export function retryAfterOf({ code, retryAfterSeconds, isAfterwards }: ServiceError): number | undefined {
  if (isAfterwards) return retryAfterSeconds;
  return retryAfterSeconds ?? (code === 'UNAVAILABLE' ? RETRY_LATER_SECONDS : undefined);
}

/** The public form of a call's failure; internal details go to the log. */
export function toServiceError(
  thrown: unknown,
  { log, requestId, signal }: { log: Logger; requestId: string; signal?: AbortSignal },
): ServiceError {
  const error = asServiceError(signal?.aborted ? signal.reason : thrown);
  const isExpected = error === thrown && error.code !== 'INTERNAL' && !error.isAfterwards;
  if (!isExpected && !signal?.aborted)
    log.error({ err: thrown, request_id: requestId }, `request failed${reasonOf(thrown)}`);
  return error;
}

/** For operators whose tools show only the message. */
function reasonOf(thrown: unknown): string {
  if (isDiskFull(thrown)) return ': the disk is full';
  return isUnavailable(thrown) ? ': a dependency is unavailable' : '';
}

function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (isDiskFull(thrown))
    return new ServiceError('UNAVAILABLE', 'The service cannot reach its storage. Try again later.', { cause: thrown });
  if (isUnavailable(thrown))
    return new ServiceError(
      'UNAVAILABLE',
      'The service cannot do its work at the moment. Try again in a few seconds.',
      { cause: thrown },
    );
  return new ServiceError('INTERNAL', 'An internal error occurred.', { cause: thrown });
}
