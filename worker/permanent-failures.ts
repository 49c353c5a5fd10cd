import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { ServiceError, type ErrorCode } from '../services/core/errors.ts';

// What another try with the same input cannot mend.
const PERMANENT: ReadonlySet<ErrorCode> = new Set([
  'INVALID_REQUEST',
  'UNAUTHENTICATED',
  'INSUFFICIENT_CREDITS',
  'PERMISSION_DENIED',
  'NOT_FOUND',
  'UNIMPLEMENTED',
  'ALREADY_EXISTS',
]);

/** Ends an activity that can only fail again at its first try, under the service's own error code. */
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
