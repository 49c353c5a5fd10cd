import { ServiceError } from '../../../services/core/errors.ts';

export function unknownRoute(cause?: unknown): ServiceError {
  return new ServiceError('NOT_FOUND', 'There is nothing at this path.', { cause });
}
