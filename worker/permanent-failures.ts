import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { ServiceError, type ServiceErrorCode } from '../services/core/errors.ts';

// A retry with the same input cannot fix these.
const PERMANENT: ReadonlySet<ServiceErrorCode> = new Set([
  'INVALID_REQUEST',
  'UNAUTHENTICATED',
  'INSUFFICIENT_CREDITS',
  'PERMISSION_DENIED',
  'NOT_FOUND',
  'UNIMPLEMENTED',
  'ALREADY_EXISTS',
]);

/** Makes an activity with a permanent failure fail at its first attempt, under the service's own error code. */
export const permanentFailures: ActivityInterceptorsFactory = () => ({
  inbound: {
    async execute(input, next) {
      try {
        return await next(input);
      } catch (error) {
        if (!(error instanceof ServiceError) || !PERMANENT.has(error.code)) throw error;
        throw ApplicationFailure.create({ type: error.code, message: error.message, nonRetryable: true, cause: error });
      }
    },
  },
});
