import { ServiceError } from '../../../services/core/errors.ts';

export function unknownRoute(cause?: unknown): ServiceError {
  return new ServiceError('NOT_FOUND', 'No endpoint has this path. GET /openapi.json lists all of them.', { cause });
}
